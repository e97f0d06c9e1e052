"""What the commands share on a terminal: options, targets of output, progress and what is said at the end.

Names are loaded when they are first used; `options` and `corpus` are imported as they are.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.terminal.report import (
        Summary,
        cut,
        number,
        progress,
        say,
        say_rejected,
        show,
        show_learned,
    )
    from honbun.terminal.running import check_read, open_run, sites_of, write_each
    from honbun.terminal.target import cannot_write, check_not_read, format_of, is_folder, open_target

__all__ = [
    "Summary",
    "cannot_write",
    "check_not_read",
    "check_read",
    "cut",
    "format_of",
    "is_folder",
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
        "report": "Summary cut number progress say say_rejected show show_learned",
        "running": "check_read open_run sites_of write_each",
        "target": "cannot_write check_not_read format_of is_folder open_target",
    },
)
