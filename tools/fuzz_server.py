"""Requests made from the server's own description, by schemathesis, if it is installed.

    python -m tools.fuzz_server [--examples 50]

The server must answer each as it says it will. Not asked: that what fits the description is accepted (a request
needs html, or an address where pages are fetched), and 405 before 415 for methods that nothing has.
"""

from __future__ import annotations

import argparse
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

_NOT_ASKED = "positive_data_acceptance,unsupported_method"


def main() -> None:
    """Start a server, and put it to the test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=50, help="of each endpoint")
    options = parser.parse_args()
    tool = shutil.which("schemathesis") or shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    if tool is None:
        sys.stdout.write("the server was not fuzzed: schemathesis is not installed (pip install schemathesis)\n")
        return
    server = [sys.executable, "-c", "from honbun.cli import main; main()", "serve", "--port", "0", "--rate", "0"]
    with subprocess.Popen(server, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            found = re.search(r"http://[\d.:]+", process.stderr.readline())
            assert found
            words = ["run", f"{found[0]}/openapi.json", "--max-examples", str(options.examples), "--no-color"]
            words += ["--exclude-checks", _NOT_ASKED, "--phases", "examples,coverage,fuzzing"]
            done = subprocess.run([tool, *words, "--suppress-health-check", "all"], check=False)
        finally:
            process.send_signal(signal.SIGTERM)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
