"""`completion`: the script by which a shell completes commands and their options."""

from __future__ import annotations

import argparse
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tangentlite.command.printing import print_text

SHELLS = ("bash", "zsh", "fish")


def add_completion(commands: argparse._SubParsersAction) -> None:
    """Add the command, which completes all commands that there are."""
    completion = commands.add_parser(
        "completion",
        help="print the script that completes commands in a shell",
        description="Print the script by which a shell completes commands, options, "
        "their values and files. bash: `source <(tangentlite completion bash)` in "
        "~/.bashrc; zsh: the same behind `compinit` in ~/.zshrc; fish: write it to "
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


@dataclass(frozen=True)
class _Word:
    """An option of a command, or the one argument whose choices are known.

    `value` is what the value of an option is called, empty for one that takes none.
    """

    text: str  # empty for an argument
    help: str
    value: str
    choices: tuple[str, ...]
    is_file: bool
    is_repeated: bool


def _words(parser: argparse.ArgumentParser) -> list[_Word]:
    found = []
    for action in parser._actions:
        choices = tuple(map(str, action.choices or ()))
        value = "" if action.nargs == 0 else str(action.metavar or action.dest)
        text = str(action.help or "").replace("%%", "%")
        rest = value, choices, action.type is Path, isinstance(action.default, list)
        texts = action.option_strings or ([""] if choices else [])
        found += [_Word(option, text, *rest) for option in texts]
    return found


def _offered(words: Iterable[_Word]) -> str:
    """Return the options of a command and the choices of its argument."""
    texts = ((word.text,) if word.text else word.choices for word in words)
    return " ".join(itertools.chain.from_iterable(texts))


def _bash(commands: Mapping[str, Sequence[_Word]]) -> str:
    cases = "".join(
        f'        {name}) words="{_offered(words)}" ;;\n'
        for name, words in commands.items()
    )
    values = "".join(
        f"""        "{name} {word.text}") words="{" ".join(word.choices)}" ;;\n"""
        for name, words in commands.items()
        for word in words
        if word.text and word.value
    )
    return f"""\
_tangentlite() {{
    local words="{" ".join(commands)} --version --help"
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    # --mode=forward is three words
    [ "$before" = "=" ] && before="${{COMP_WORDS[COMP_CWORD-2]}}"
    [ "$word" = "=" ] && word=""
    [ "$COMP_CWORD" -gt 1 ] && case "${{COMP_WORDS[1]}}" in
{cases}    esac
    case "${{COMP_WORDS[1]}} $before" in
{values}    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _tangentlite tangentlite
"""


def _zsh(commands: Mapping[str, Sequence[_Word]]) -> str:
    cases = "".join(
        f"        {name}) _arguments {' '.join(map(_zsh_word, words))}"
        f"{'' if any(not word.text for word in words) else _ZSH_FILES} ;;\n"
        for name, words in commands.items()
    )
    return f"""\
#compdef tangentlite
_tangentlite() {{
    if (( CURRENT == 2 )); then
        compadd -- {" ".join(commands)} --version --help
        return
    fi
    shift words
    (( CURRENT-- ))
    case "$words[1]" in
{cases}    esac
}}
compdef _tangentlite tangentlite
"""


_ZSH_FILES = " '*:file:_files'"


def _zsh_word(word: _Word) -> str:
    """Return a word as `_arguments` of zsh describes it.

    >>> print(_zsh_word(_Word("--mode", "the mode", "MODE", ("a", "b"), False, False)))
    '--mode=[the mode]:MODE:(a b)'
    """
    told = re.sub(r"([\\\[\]:])", r"\\\1", word.help).replace("'", r"'\''")
    action = "_files" if word.is_file else ""
    action = f"({' '.join(word.choices)})" if word.choices else action
    value = f":{word.value.replace(':', ' ')}:{action}" if word.value else ""
    if not word.text:
        return f"'1{value}'"
    takes = "=" if value and word.text.startswith("--") else ""
    return f"'{'*' if word.is_repeated else ''}{word.text}{takes}[{told}]{value}'"


def _fish(commands: Mapping[str, Sequence[_Word]]) -> str:
    lines = []
    for name, words in commands.items():
        lines.append(f"complete -c tangentlite -f -n __fish_use_subcommand -a {name}")
        lines += (
            f"complete -c tangentlite -n '__fish_seen_subcommand_from {name}' "
            f"{_fish_word(word)}"
            for word in words
        )
    return "\n".join(lines) + "\n"


def _fish_word(word: _Word) -> str:
    """Return a word as `complete` of fish describes it: -x is a value, but no file.

    >>> print(_fish_word(_Word("--mode", "the mode", "MODE", ("a", "b"), False, False)))
    -l mode -x -a 'a b' -d 'the mode'
    """
    quoted = word.help.replace("\\", "\\\\").replace("'", "\\'")
    described = f"-d '{quoted}'"
    offered = f"-a '{' '.join(word.choices)}' {described}"
    if not word.text:
        return f"-f {offered}"
    option = f"{'-l' if word.text.startswith('--') else '-s'} {word.text.lstrip('-')}"
    takes = "-r " if word.is_file else "-x "
    takes = takes if word.value else ""
    return f"{option} {takes}{offered if word.choices else described}"
