# A container with the program: docs/install.md has the commands.
FROM rust:1.95-slim AS build
WORKDIR /ozutsu
COPY . .
# An empty value builds for every processor; .cargo/config.toml would build for this machine's.
ENV RUSTFLAGS=""
RUN cargo build --profile dist --package ozutsu --package ozutsu-match

FROM debian:stable-slim
COPY --from=build /ozutsu/target/dist/ozutsu /ozutsu/target/dist/ozutsu-match /usr/local/bin/
RUN useradd --uid 1000 player
USER player
WORKDIR /games
ENTRYPOINT ["ozutsu"]
