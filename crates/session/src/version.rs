//! The version of the program.

use std::sync::LazyLock;

/// The version, with the platform and the processor features that this build uses.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let bit_gather = if cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) {
        "bmi2"
    } else {
        "portable"
    };
    let debug = if cfg!(debug_assertions) { ", debug" } else { "" };
    let platform = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    format!("{} ({}, {bit_gather}{debug})", env!("CARGO_PKG_VERSION"), platform.trim_end())
});
