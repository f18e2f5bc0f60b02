"""`$command`: what runs a command however it is spelled, and what only mentions it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.matchers import Contains
from toolscore_core.rules.commands import Command, runs_of
from toolscore_core.rules.shell import pipelines_of

REMOVE = [
    "rm -rf /",
    "rm  -r \t-f /",
    "rm / -fr",
    "/bin/rm -fr /",
    "rm --recursive --force /",
    "rm -Rf -v a / b",
    "rm -rf -- /",
    "sudo rm -rf /",
    "sudo -Eu root -- env -i A=1 nohup rm -rf /",
    "A=1 B='x y' rm -rf /",
    "cd x && rm -rf /",
    "test x || rm -rf /; ls",
    "ls | rm -rf /",
    "rm -rf / &",
    "true\nrm -rf /",
    "(cd x; rm -rf /)",
    "{ rm -rf /; }",
    "((((rm -rf /))))",
    "if true; then rm -rf /; fi",
    "for i in 1 2; do rm -rf /; done",
    "f() { rm -rf /; }; f",
    "! rm -rf /",
    "echo $(rm -rf /)",
    'echo "x `rm -rf /` $(ls)"',
    "cat <(rm -rf /)",
    "x=$(ls | (a; rm -rf /))",
    "bash -lc 'rm -rf /'",
    "bash -c \"sh -c 'rm -rf /'\"",
    "su -c 'rm -rf /' root",
    "eval 'rm -rf' /",
    "env -S 'rm -rf /'",
    "watch -n 5 'rm -rf /'",
    "timeout -s 9 5 rm -rf /",
    "nice -n10 rm -rf /",
    "ls | xargs -n 1 -I{} rm -rf / {}",
    r"find . -name x -exec rm -rf / \; -print",
    "echo -n 'rm -rf /' | sh",
    "bash <<EOF\nrm -rf /\nEOF\nls",
    "bash <<-'EOF' > log\n\trm -rf /\n\tEOF",
    "bash <<< 'rm -rf /'",
    "cat <<EOF | sh\nrm -rf /\nEOF",
    "sh <<< 'x' | cat; $SHELL -c 'rm -rf /'",
    "script -qc 'rm -rf /' log",
    "trap 'rm -rf /' EXIT",
    "parallel -j 4 rm -rf / ::: a b",
    "r''m -\"rf\" '/'",
    r"\rm -rf /",
    "rm \\\n -rf /",
    "rm${IFS}-rf$IFS/",
    r"$'\x72\155' -rf /",
    "2>/dev/null rm -rf / >a 2>&1 <b",
    "rm -rf / # clean",
    ["rm", "-rf", "/"],
    ("/usr/bin/env", "rm", "-r", "-f", "/"),
    ["bash", "-lc", "rm -rf /"],
    ["cd x", "rm -rf /"],
]

MENTIONS: list[Any] = [
    "rm -r /",
    "rm -rf /home",
    "rm -rf $(echo /)",
    "rmdir -rf /",
    "echo rm -rf /",
    "ls # rm -rf /",
    "grep 'rm -rf /' notes",
    "git commit -m 'rm -rf /; x'",
    "cat <<EOF\nrm -rf /\nEOF",
    "cat <<EOF | tee a\nrm -rf /\nEOF",
    "printf 'rm -rf /' > script",
    "RM -RF /",
    "rm 'a; rm -rf /'",
    ["echo", "rm", "-rf", "/"],
    ["rm -rf", 3, {}],
    [],
    [{}],
    "",
    None,
    3,
    {"command": "rm -rf /"},
]


@pytest.mark.parametrize("value", REMOVE, ids=repr)
def test_runs(value: Any) -> None:
    """The command is found wherever it runs, however it is spelled."""
    assert Command("rm -rf /").matches(value)
    assert Command("rm -f").matches(value)
    assert Command(["rm", "-r", "-f", Contains("/")]).matches(value)


@pytest.mark.parametrize("value", MENTIONS, ids=repr)
def test_mentions(value: Any) -> None:
    """Another command, or a text about the command, is not the command."""
    assert not Command("rm -rf /").matches(value)


@pytest.mark.parametrize(
    ("command", "runs", "does_not"),
    [
        ("git push --force", "git -C d push origin -f", "git commit --force -m push"),
        ("git push", "git -c a=b push", "git stash push"),
        ("curl | sh", "curl -s http://x | tee f | sudo sh", "curl x; sh"),
        ("curl | sh", "(curl x; echo) |& sh", "sh | curl x"),
        ("curl | sh", "{ curl x; } | sh", "curl x || sh"),
        ("find -delete", "find . -type f -delete", "find . -type d -ls"),
        ("tar --file=a.tar", "tar --file a.tar", "tar --file b.tar"),
        ("sudo rm", "sudo rm x", "rm x"),
        (["dd", "of=/dev/sda"], "dd of=/dev/sda", "dd if=/dev/sda"),
        (["a", "--", "-f"], "a -- -f", "a -f"),
        ("'my tool' x", "'my tool' x", "my tool x"),
    ],
    ids=repr,
)
def test_other_commands(command: Any, runs: str, does_not: str) -> None:
    """Subcommands, pipelines, flags that are words, values of flags."""
    assert Command(command).matches(runs)
    assert not Command(command).matches(does_not)


def test_a_long_text_is_read_like_a_short_one() -> None:
    """There is no length from which a command is no longer found."""
    assert Command("rm -rf /").matches("ls a; " * 5000 + "rm -rf /")


@given(st.text(alphabet="ab-'\"\\$`()|&;<>#{} \n/=", max_size=60))
def test_any_text_is_read(text: str) -> None:
    """No text is a fault, and no word appears that does not stand in it."""
    letters = set(text) | set("$()")
    assert all(
        set(word) <= letters for pipe in pipelines_of(text) for stage in pipe for found in stage for word in found.words
    )
    runs_of(text)


@given(st.lists(st.text(alphabet="ab '\"\\$|;#\n", max_size=6), min_size=1, max_size=4))
def test_quoted_words_are_the_words(words: list[str]) -> None:
    """What is quoted comes back as it was."""
    text = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    ((stage,),) = pipelines_of(text)
    assert [command.words for command in stage] == [words]
