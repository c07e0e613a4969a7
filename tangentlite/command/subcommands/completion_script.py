"""`completion`: the script by which a shell completes commands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from tangentlite.command.printing import print_text

SHELLS = ("bash", "zsh", "fish")


def add_completion(commands: argparse._SubParsersAction) -> None:
    """Add the command, which completes all commands that there are."""
    completion = commands.add_parser(
        "completion",
        help="print the script that completes commands in a shell",
        description="Print the script by which a shell completes commands, options "
        "and files. bash: `source <(tangentlite completion bash)` in ~/.bashrc; zsh: "
        "the same behind `compinit` in ~/.zshrc; fish: write it to "
        "~/.config/fish/completions/tangentlite.fish.",
    )
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(
        run=lambda options: _completion(options.shell, commands.choices)
    )


def _completion(shell: str, parsers: Mapping[str, argparse.ArgumentParser]) -> int:
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    print_text(write({name: _words(parser) for name, parser in parsers.items()}))
    return 0


def _words(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return the options of a command with their help, and choices of arguments."""
    found: dict[str, str] = {}
    for action in parser._actions:
        texts = action.option_strings or action.choices or ()
        found |= {str(text): str(action.help or "") for text in texts}
    return found


def _bash(commands: Mapping[str, Mapping[str, str]]) -> str:
    cases = "".join(
        f'        {name}) words="{" ".join(options)}" ;;\n'
        for name, options in commands.items()
    )
    return f"""\
_tangentlite() {{
    local words="{" ".join(commands)} --version --help"
    [ "$COMP_CWORD" -gt 1 ] && case "${{COMP_WORDS[1]}}" in
{cases}    esac
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _tangentlite tangentlite
"""


def _zsh(commands: Mapping[str, Mapping[str, str]]) -> str:
    cases = "".join(
        f"        {name}) compadd -- {' '.join(options)}; _files ;;\n"
        for name, options in commands.items()
    )
    return f"""\
#compdef tangentlite
_tangentlite() {{
    if (( CURRENT == 2 )); then
        compadd -- {" ".join(commands)} --version --help
        return
    fi
    case "$words[2]" in
{cases}    esac
}}
compdef _tangentlite tangentlite
"""


def _fish(commands: Mapping[str, Mapping[str, str]]) -> str:
    lines = []
    for name, options in commands.items():
        lines.append(f"complete -c tangentlite -f -n __fish_use_subcommand -a {name}")
        for option, text in options.items():
            kind = "-l" if option.startswith("--") else "-s"
            kind = kind if option.startswith("-") else "-a"
            quoted = text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%")
            lines.append(
                f"complete -c tangentlite -n '__fish_seen_subcommand_from {name}' "
                f"{kind} {option.lstrip('-')} -d '{quoted}'"
            )
    return "\n".join(lines) + "\n"
