//! Sample lines, and proptest strategies for messages.

#![allow(dead_code, reason = "each test binary uses only some of it")]

pub mod messages;
pub mod sample_lines;
pub mod values;
