//! Sets the size of the stack in memory. Every ply of a search is a nested call.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size=16777216");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
