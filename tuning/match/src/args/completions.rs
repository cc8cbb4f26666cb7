//! Shell completion of flags. clap_complete does not know flags of several letters after one dash.

use rules::quoted;

const ENGINE: &str = "name= cmd= args= arg= dir= proto=usi proto=uci tc= st= byoyomi= nodes= depth= \
    timemargin= stall= option.";

/// The flags about engines and games, which all three programs have.
const COMMON: &[(&str, &str)] = &[
    ("engine", ENGINE),
    ("each", ENGINE),
    ("rules", ""),
    ("variant", "all"),
    ("openings", "set random startpos file= order=random order=sequential plies= start= balance="),
    ("concurrency", ""),
    ("resign", "movecount= score="),
    ("draw", "movenumber= movecount= score="),
    ("maxmoves", ""),
    ("resume", ""),
    ("seed", ""),
    ("completions", "bash fish powershell zsh"),
    ("help", ""),
    ("version", ""),
];

/// Returns a program's completion script for a shell. `flags` are those besides the common ones, each with
/// the words that may follow it.
pub fn completions(program: &str, shell: &str, flags: &[(&str, &str)]) -> Result<String, String> {
    let games: Vec<_> = games::names().collect();
    let flags: Vec<(&str, String)> = COMMON
        .iter()
        .chain(flags)
        .map(|&(flag, words)| match flag {
            "variant" => (flag, format!("{words} {}", games.join(" "))),
            _ => (flag, words.to_owned()),
        })
        .collect();
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
        _ => Err(format!(
            "-completions: expected bash, fish, powershell or zsh, found {}",
            quoted(shell)
        )),
    }
}
