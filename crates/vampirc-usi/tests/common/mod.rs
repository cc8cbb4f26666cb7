//! Real lines, and strategies for messages.

#![allow(dead_code, reason = "each test program takes what it needs")]

pub mod lines;
pub mod messages;
pub mod parts;
