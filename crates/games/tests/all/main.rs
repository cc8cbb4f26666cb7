//! Tests of rules files.

mod rules_files;
mod variants_ini;
