//! Sample lines, and proptest strategies for messages.

pub mod messages;
pub mod sample_lines;
pub mod values;
