# A container with the program: docs/install.md has the commands.
FROM rust:1.95-slim AS build
WORKDIR /ozutsu
COPY . .
# An empty value builds for every processor; .cargo/config.toml would build for this machine's.
ENV RUSTFLAGS=""
RUN cargo build --release --package ozutsu --package ozutsu-match \
    && strip --strip-debug target/release/ozutsu target/release/ozutsu-match

FROM debian:stable-slim
COPY --from=build /ozutsu/target/release/ozutsu /ozutsu/target/release/ozutsu-match /usr/local/bin/
RUN useradd player
USER player
WORKDIR /games
ENTRYPOINT ["ozutsu"]
