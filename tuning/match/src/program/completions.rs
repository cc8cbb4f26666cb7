//! Shell completion of flags. clap_complete does not know flags of several letters after one dash.

use super::Program;
use crate::args::Given;
use crate::error::UsageError;

/// Writes the script for a shell, from the name of the program, and its flags with the words that may follow.
type Script = fn(&str, &[(&str, String)]) -> String;

const SHELLS: [(&str, Script); 4] =
    [("bash", bash), ("fish", fish), ("powershell", powershell), ("zsh", zsh)];

impl<X> Program<X> {
    /// Returns the completion script for a shell.
    pub fn completions(&self, shell: &Given) -> Result<String, UsageError> {
        let script = shell.one_of(&SHELLS)?;
        let flags = self.flag_words().into_iter().map(|(flag, words)| match flag {
            "variant" => {
                (flag, ["all"].into_iter().chain(games::names()).collect::<Vec<_>>().join(" "))
            }
            _ => (flag, words.into_iter().collect::<Vec<_>>().join(" ")),
        });
        Ok(script(self.name, &flags.collect::<Vec<_>>()))
    }
}

fn bash(program: &str, flags: &[(&str, String)]) -> String {
    let cases = flags.iter().filter(|(_, words)| !words.is_empty());
    let cases: String =
        cases.map(|(flag, words)| format!("        -{flag}) words='{words}' ;;\n")).collect();
    let names: Vec<_> = flags.iter().map(|(flag, _)| format!("-{flag}")).collect();
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
}

/// The script can be sourced or, for its first line, autoloaded. Zsh then calls it to complete the first word.
fn zsh(program: &str, flags: &[(&str, String)]) -> String {
    let function = program.replace('-', "_");
    format!(
        "#compdef {program}
autoload -U +X bashcompinit && bashcompinit
{}[[ ${{funcstack[1]-}} != _{program} ]] || _bash_complete -o bashdefault -o default -F _{function}
",
        bash(program, flags)
    )
}

fn fish(program: &str, flags: &[(&str, String)]) -> String {
    let lines = flags.iter().map(|(flag, words)| {
        let words = if words.is_empty() { "" } else { &format!(" -a '{words}'") };
        format!("complete -c {program} -o {flag}{words}\n")
    });
    lines.collect()
}

fn powershell(program: &str, flags: &[(&str, String)]) -> String {
    let names = flags.iter().map(|(flag, _)| format!("'-{flag}'"));
    let words = flags.iter().flat_map(|(_, words)| words.split_whitespace());
    let words: Vec<_> = names.chain(words.map(|word| format!("'{word}'"))).collect();
    format!(
        "Register-ArgumentCompleter -Native -CommandName {program} -ScriptBlock {{
    param($word)
    {} | Sort-Object -Unique | Where-Object {{ $_ -like \"$word*\" }}
}}
",
        words.join(", ")
    )
}
