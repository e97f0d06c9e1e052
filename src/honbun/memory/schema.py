"""The tables of a patrol's database, and the version of them that this honbun reads and writes."""

FORMAT = 3
# What makes each older format the next one.
CHANGES = {
    1: "ALTER TABLE boards ADD COLUMN frame TEXT NOT NULL DEFAULT ''",
    2: "ALTER TABLE pages ADD COLUMN rest TEXT NOT NULL DEFAULT ''",
}

SCHEMA = """
CREATE TABLE boards (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, url TEXT NOT NULL UNIQUE,
    every REAL NOT NULL, interval REAL NOT NULL, next_at TEXT NOT NULL, added_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'new', since TEXT NOT NULL, faults INTEGER NOT NULL DEFAULT 0, note TEXT,
    checked_at TEXT, changed_at TEXT, requests INTEGER NOT NULL DEFAULT 0, etag TEXT, last_modified TEXT,
    kind TEXT NOT NULL DEFAULT '', shapes TEXT NOT NULL DEFAULT '[]', idle TEXT NOT NULL DEFAULT '{}',
    layouts TEXT NOT NULL DEFAULT '[]', profile TEXT, has_end INTEGER NOT NULL DEFAULT 0,
    date_order TEXT NOT NULL DEFAULT '', frame TEXT NOT NULL DEFAULT ''
);
CREATE TABLE threads (
    id INTEGER PRIMARY KEY AUTOINCREMENT, board INTEGER NOT NULL REFERENCES boards ON DELETE CASCADE,
    url TEXT NOT NULL, title TEXT, row TEXT NOT NULL DEFAULT '{}', is_newest_first INTEGER NOT NULL DEFAULT 0,
    interval REAL NOT NULL, next_at TEXT NOT NULL, checked_at TEXT, state TEXT NOT NULL DEFAULT 'ok',
    UNIQUE (board, url)
);
CREATE TABLE pages (
    thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE, number INTEGER NOT NULL, url TEXT NOT NULL,
    next_url TEXT, etag TEXT, last_modified TEXT, digest TEXT NOT NULL DEFAULT '', rest TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (thread, number)
) WITHOUT ROWID;
CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, board INTEGER NOT NULL REFERENCES boards ON DELETE CASCADE,
    thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE, position REAL NOT NULL, page INTEGER NOT NULL,
    key TEXT NOT NULL, digest TEXT NOT NULL, author TEXT, date TEXT, date_raw TEXT, stated TEXT, number TEXT,
    title TEXT, permalink TEXT, text TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL,
    changed_at TEXT, gone_at TEXT, misses INTEGER NOT NULL DEFAULT 0, is_backlog INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX posts_of_thread ON posts (thread, position);
CREATE INDEX posts_by_address ON posts (board, permalink) WHERE permalink IS NOT NULL;
CREATE INDEX posts_by_time ON posts (board, first_seen);
CREATE TABLE versions (
    post INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, until TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX versions_of_post ON versions (post);
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, post INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
    kind TEXT NOT NULL, at TEXT NOT NULL
);
CREATE UNIQUE INDEX new_once ON events (post) WHERE kind = 'new';
CREATE INDEX events_of_post ON events (post);
CREATE INDEX events_by_time ON events (at);
CREATE TABLE cursors (name TEXT PRIMARY KEY, event INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE rules (
    one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL, folder TEXT NOT NULL, at TEXT NOT NULL
);
CREATE TABLE alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, post INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
    rule TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL, verdict TEXT, judged_at TEXT
);
CREATE INDEX alerts_of_post ON alerts (post);
CREATE TABLE deliveries (
    alert INTEGER NOT NULL REFERENCES alerts ON DELETE CASCADE, target TEXT NOT NULL, next_at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, done_at TEXT, error TEXT, PRIMARY KEY (alert, target)
) WITHOUT ROWID;
CREATE INDEX deliveries_open ON deliveries (next_at) WHERE done_at IS NULL;
CREATE VIRTUAL TABLE words USING fts5 (
    text, title, author, content = 'posts', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER posts_added AFTER INSERT ON posts BEGIN
    INSERT INTO words (rowid, text, title, author) VALUES (new.id, new.text, new.title, new.author);
END;
CREATE TRIGGER posts_removed AFTER DELETE ON posts BEGIN
    INSERT INTO words (words, rowid, text, title, author)
    VALUES ('delete', old.id, old.text, old.title, old.author);
END;
CREATE TRIGGER posts_changed AFTER UPDATE OF text, title, author ON posts BEGIN
    INSERT INTO words (words, rowid, text, title, author)
    VALUES ('delete', old.id, old.text, old.title, old.author);
    INSERT INTO words (rowid, text, title, author) VALUES (new.id, new.text, new.title, new.author);
END;
"""
