//! Shell completion of flags. clap_complete does not know flags of several letters after one dash.

use crate::error::{UsageError, usage};
use rules::quoted;
use std::collections::BTreeSet;

const ENGINE: &str = "name= cmd= args= arg= dir= proto=usi proto=uci tc= st= byoyomi= nodes= depth= \
    timemargin= stall= startup= ping= option.";

/// The words that may follow some flags. Others take a file, a number or nothing.
const WORDS: &[(&str, &str)] = &[
    ("engine", ENGINE),
    ("each", ENGINE),
    ("tournament", "round-robin gauntlet"),
    ("openings", "set random startpos file= order=random order=sequential plies= start= balance="),
    ("sprt", "elo0= elo1= alpha= beta= model=logistic model=normalized"),
    ("resign", "movecount= score="),
    ("draw", "movenumber= movecount= score="),
    ("completions", "bash fish powershell zsh"),
];

/// Returns the flags that a help text names, in the order of their names.
fn flags(help: &str) -> BTreeSet<&str> {
    // Commands that build a program have other flags.
    let words =
        help.lines().filter(|line| !line.contains("cargo ")).flat_map(str::split_whitespace);
    let flags = words.filter_map(|word| word.strip_prefix("--").or(word.strip_prefix('-')));
    let flags = flags.map(|flag| flag.trim_end_matches([',', ';', '.']));
    flags
        .filter(|flag| flag.len() > 1 && flag.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'))
        .collect()
}

/// Returns a program's completion script for a shell, with the flags of its help text.
pub fn completions(program: &str, shell: &str, help: &str) -> Result<String, UsageError> {
    let all_games = ["all"].into_iter().chain(games::names()).collect::<Vec<_>>().join(" ");
    let words = |flag| match flag {
        "variant" => all_games.as_str(),
        _ => WORDS.iter().find(|(known, _)| *known == flag).map_or("", |(_, words)| words),
    };
    let flags: Vec<_> = flags(help).into_iter().map(|flag| (flag, words(flag))).collect();
    let names: Vec<_> = flags.iter().map(|(flag, _)| format!("-{flag}")).collect();
    let bash = || {
        let cases = flags.iter().filter(|(_, words)| !words.is_empty());
        let cases: String =
            cases.map(|(flag, words)| format!("        -{flag}) words='{words}' ;;\n")).collect();
        let function = program.replace('-', "_");
        format!(
            "_{function}() {{
    local words= flag= i
    for ((i = COMP_CWORD - 1; i > 0; i--)); do
        flag=${{COMP_WORDS[i]}}
        [[ $flag == -[a-z]* ]] && break
    done
    case $flag in
{cases}    esac
    COMPREPLY=($(compgen -W \"$words {}\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))
    [[ ${{COMPREPLY-}} != *[=.] ]] || compopt -o nospace 2>/dev/null
}}
complete -o bashdefault -o default -F _{function} {program}
",
            names.join(" ")
        )
    };
    match shell {
        "bash" => Ok(bash()),
        "zsh" => Ok(format!("autoload -U +X bashcompinit && bashcompinit\n{}", bash())),
        "fish" => {
            let lines = flags.iter().map(|(flag, words)| {
                let words = if words.is_empty() { "" } else { &format!(" -a '{words}'") };
                format!("complete -c {program} -o {flag}{words}\n")
            });
            Ok(lines.collect())
        }
        "powershell" => {
            let words = flags.iter().flat_map(|(_, words)| words.split_whitespace());
            let words = names.iter().map(String::as_str).chain(words);
            let words: Vec<_> = words.map(|word| format!("'{word}'")).collect();
            Ok(format!(
                "Register-ArgumentCompleter -Native -CommandName {program} -ScriptBlock {{
    param($word)
    {} | Sort-Object -Unique | Where-Object {{ $_ -like \"$word*\" }}
}}
",
                words.join(", ")
            ))
        }
        _ => Err(usage!(
            "-completions: expected bash, fish, powershell or zsh, found {}",
            quoted(shell)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::HELP;
    use super::*;

    /// Returns the keys of a text, each before an equals sign. Options of engines have other names.
    fn keys(text: &str) -> BTreeSet<&str> {
        let words = text.split([' ', '\n', '[']);
        let keys = words.filter_map(|word| Some(word.split_once('=')?.0));
        keys.filter(|key| *key != "KEY" && !key.starts_with("option.")).collect()
    }

    #[test]
    fn the_keys_are_those_of_the_help_text() {
        let words: Vec<_> = WORDS.iter().map(|(_, words)| *words).collect();
        assert_eq!(keys(&words.join(" ")), keys(HELP));
    }
}
