//! The exit codes of the three programs.

/// An engine failed or cannot be used, a result could not be written, or a file is in use.
pub const EXIT_FAILURE: u8 = 1;
/// The command line or a file is invalid.
pub const EXIT_USAGE: u8 = 2;
/// The SPRT has accepted H0.
pub const EXIT_H0: u8 = 3;
/// All games were played, and the SPRT is undecided.
pub const EXIT_UNDECIDED: u8 = 4;
/// The program was interrupted.
pub const EXIT_INTERRUPTED: u8 = 130;
