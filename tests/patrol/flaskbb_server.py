"""A FlaskBB board on loopback with SQLite, driven by lines of JSON; it runs in FlaskBB's own environment.

python flaskbb_server.py FOLDER   ->  {"port": 41873, "forum": "/forum/1-…"}
{"do": "topic", "title": …, "text": …}  ->  {"topic": 3, "post": 17}
{"do": "post", "topic": 3, "text": …, "user": 0}  ->  {"post": 18}
{"do": "edit", "post": 18, "text": …}, {"do": "delete", "post": 18}  ->  {}
"""

from __future__ import annotations

import collections
import collections.abc
import json
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

warnings.simplefilter("ignore")
# FlaskBB 2.0.2 is of 2018: these names have moved since.
for _name in ("Callable", "Iterable", "Mapping", "MutableMapping", "MutableSet", "Sequence"):
    setattr(collections, _name, getattr(collections.abc, _name))

from flaskbb.app import create_app  # noqa: E402
from flaskbb.extensions import db  # noqa: E402
from flaskbb.forum.models import Category, Forum, Post, Topic  # noqa: E402
from flaskbb.user.models import User  # noqa: E402
from flaskbb.utils.populate import create_default_groups, create_default_settings, create_user  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

PEOPLE = ("anna", "otto", "mio")


def config(folder: Path) -> type:
    """The settings of a board in this folder."""
    from flaskbb.configs.testing import TestingConfig

    class Config(TestingConfig):  # type: ignore[misc]
        SQLALCHEMY_DATABASE_URI = f"sqlite:///{folder / 'flaskbb.db'}"
        WTF_CSRF_ENABLED = False
        RATELIMIT_ENABLED = False
        WHOOSHEE_DIR = str(folder / "whoosh")
        SERVER_NAME = None
        TESTING = False
        LOG_DEFAULT_CONF = {"version": 1}  # noqa: RUF012

    return Config


def fill(app: Any) -> str:
    """Make the tables, people and one forum; its path."""
    with app.app_context():
        db.create_all()
        create_default_groups()
        create_default_settings()
        for name in PEOPLE:
            create_user(name, "secret", f"{name}@mail.example", "member")
        category = Category(title="Talk", position=1)
        category.save()
        forum = Forum(title="Harbour", description="All about the harbour", position=1, category_id=category.id)
        forum.save()  # open to all groups
        with app.test_request_context():
            return str(forum.url)


def do(app: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """Do what a line asks."""
    with app.app_context(), app.test_request_context():
        user = User.query.filter_by(username=PEOPLE[asked.get("user", 0)]).first()
        if asked["do"] == "topic":
            topic = Topic(title=asked["title"])
            post = Post(content=asked["text"])
            topic.save(user=user, forum=Forum.query.first(), post=post)
            return {"topic": topic.id, "post": post.id}
        if asked["do"] == "post":
            post = Post(content=asked["text"])
            post.save(user=user, topic=Topic.query.get(asked["topic"]))
            return {"post": post.id}
        post = Post.query.get(asked["post"])
        if asked["do"] == "edit":
            post.content = asked["text"]
            post.modified_by = user.username
            post.save()
        else:
            post.delete()
        return {}


def say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve until the input ends."""
    folder = Path(sys.argv[1])
    app = create_app(config(folder))
    forum = fill(app)
    server = make_server("127.0.0.1", 0, app, threaded=False)
    lock = threading.Lock()
    application = server.app

    def one_at_a_time(environ: Any, start: Any) -> Any:
        with lock:
            return application(environ, start)

    server.app = one_at_a_time
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say({"port": server.server_port, "forum": forum})
    for line in sys.stdin:
        with lock:
            answer = do(app, json.loads(line))
        say(answer)


if __name__ == "__main__":
    main()
