"""What the commands share on a terminal: options, targets of output, progress and what is said at the end.

Names are loaded when they are first used; `options` and `corpus` are imported as they are.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
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
    "cut",
    "format_of",
    "number",
    "open_run",
    "open_target",
    "progress",
    "say",
    "say_rejected",
    "show",
    "show_learned",
    "sites_of",
    "write_each",
]

__getattr__ = lazy_names(
    __name__,
    {
        "report": "Summary check_read cut number progress say say_rejected show show_learned",
        "target": "cannot_write check_not_read format_of open_run open_target sites_of write_each",
    },
)
