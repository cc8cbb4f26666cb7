//! The types of the messages in TypeScript, by which the page is checked.

use crate::messages::{Message, Request};
use std::collections::BTreeMap;
use std::fs;
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of types by name.
struct Declarations {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the language and the standard library have no file.
        if T::output_path().is_none() || self.texts.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.texts.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
    }
}

#[test]
fn the_page_has_the_types_of_the_messages() {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, texts: BTreeMap::new() };
    declarations.visit::<Request>();
    declarations.visit::<Message>();
    let texts = Vec::from_iter(declarations.texts.into_values());
    let expected = format!(
        "// The messages as src/messages/ defines them, written by src/tests/page_types.rs.\n\n{}",
        texts.join("\n")
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/messages.d.ts");
    if fs::read_to_string(path).ok().as_deref() != Some(&expected) {
        fs::write(path, expected).unwrap();
        panic!("{path} was not up to date, and is now");
    }
}
