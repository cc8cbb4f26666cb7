//! Shell completion of flags. clap_complete does not know flags of several letters after one dash.

use super::manual::Manual;
use crate::error::{UsageError, usage};
use rules::quoted;
use std::collections::BTreeSet;

/// Returns the completion script of a program for a shell.
pub fn completions(manual: &Manual, shell: &str) -> Result<String, UsageError> {
    let program = manual.name;
    let all_games = ["all"].into_iter().chain(games::names()).collect::<Vec<_>>().join(" ");
    let words = |flag, words: BTreeSet<String>| match flag {
        "variant" => all_games.clone(),
        _ => words.into_iter().collect::<Vec<_>>().join(" "),
    };
    let flags = manual.flags().into_iter();
    let flags: Vec<_> = flags.map(|(flag, found)| (flag, words(flag, found))).collect();
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
