"""What the commands share on a terminal: options, targets of output, progress and what is said at the end."""

from honbun.terminal import corpus, options
from honbun.terminal.report import (
    Summary,
    check_read,
    cut,
    number,
    progress,
    say,
    say_rejected,
    show,
    show_learned,
)
from honbun.terminal.target import (
    cannot_write,
    check_not_read,
    format_of,
    open_run,
    open_target,
    sites_of,
    write_each,
)

__all__ = [
    "Summary",
    "cannot_write",
    "check_not_read",
    "check_read",
    "corpus",
    "cut",
    "format_of",
    "number",
    "open_run",
    "open_target",
    "options",
    "progress",
    "say",
    "say_rejected",
    "show",
    "show_learned",
    "sites_of",
    "write_each",
]
