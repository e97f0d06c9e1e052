"""What the commands share on a terminal: options, targets of output, progress and what is said at the end.

Names are loaded when they are first used; `options` and `corpus` are imported as they are.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.terminal.report import (
        Summary,
        cut,
        no_pages,
        number,
        progress,
        say,
        say_rejected,
        show,
        show_learned,
    )
    from honbun.terminal.target import cannot_write, check_not_read, format_of, is_folder, open_target

__all__ = [
    "Summary",
    "cannot_write",
    "check_not_read",
    "cut",
    "format_of",
    "is_folder",
    "no_pages",
    "number",
    "open_target",
    "progress",
    "say",
    "say_rejected",
    "show",
    "show_learned",
]

__getattr__ = lazy_names(
    __name__,
    {
        "report": "Summary cut no_pages number progress say say_rejected show show_learned",
        "target": "cannot_write check_not_read format_of is_folder open_target",
    },
)
