//! Tests of the trainer. One program, because linking many takes long.

mod common;
mod gradients;
mod loading;
mod train_program;
mod training;
