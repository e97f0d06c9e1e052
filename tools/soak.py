"""An hour of mixed work, with memory, handles and results watched.

    python -m tools.soak [--minutes 60]

The same pages go through every public function again and again, now and then mutated ones. The same page must
give the same answer to the end, and neither memory nor open handles may grow.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import honbun
from honbun.errors import HonbunError
from tools.fuzz import sites
from tools.fuzz_checks import OPERATIONS, Pair
from tools.fuzz_core import mutated

# What the process may have more at the end than when all was loaded: the allocator keeps some.
_MAX_GROWTH = 1.3
_WARM_ROUNDS = 2
_MUTATED_SHARE = 0.2


def main() -> None:
    """Work for so long, and say whether anything grew or changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args()
    pages, dice = sites(None), random.Random(0)
    begun, rounds, warm, wrong = time.monotonic(), 0, (0, 0), 0
    known: dict[int, str] = {}
    while rounds <= _WARM_ROUNDS or time.monotonic() - begun < 60 * options.minutes:
        for number, site in enumerate(pages):
            wrong += known.setdefault(number, digest(site)) != digest(site)
            if dice.random() < _MUTATED_SHARE:
                site = [mutated(site, dice.randrange(10**9)) for _ in range(3)]
            made: list[Pair] = [(f"https://site.example/{i}", page) for i, page in enumerate(site[:3])]
            with suppress(HonbunError):
                OPERATIONS[dice.choice(sorted(OPERATIONS))](made, dice.randrange(1000))
        rounds += 1
        if rounds == _WARM_ROUNDS:
            warm = held()
    now = held()
    sys.stdout.write(
        f"{rounds} rounds of {len(pages)} sites, {wrong} answers changed; memory {warm[0] / 1e6:.0f} MB, then "
        f"{now[0] / 1e6:.0f}; handles {warm[1]}, then {now[1]}\n"
    )
    sys.exit(bool(wrong) or now[0] > _MAX_GROWTH * warm[0] or now[1] > warm[1])


def digest(site: list[bytes]) -> str:
    """What the first page of a site gives."""
    answer = json.dumps(honbun.extract(site[0]).to_dict(), sort_keys=True)
    return blake2b(answer.encode(), digest_size=16).hexdigest()


def held() -> tuple[int, int]:
    """Bytes in memory, and open handles, of this process."""
    resident = int(Path("/proc/self/statm").read_text().split()[1])
    return resident * os.sysconf("SC_PAGE_SIZE"), len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    main()
