-- Whether channels work, so that staff are told once per change. A channel without a row works.
CREATE TABLE channel_states (
    channel   TEXT    PRIMARY KEY NOT NULL,
    condition TEXT    NOT NULL,
    since     INTEGER NOT NULL,
    detail    TEXT    NOT NULL
) WITHOUT ROWID;
