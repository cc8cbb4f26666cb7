//! Games of other programs: the `variants.ini` of Fairy-Stockfish, and Interactive Diagrams of chessvariants.com.

pub(crate) mod diagram;
pub(crate) mod variants_ini;
