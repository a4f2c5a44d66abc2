-- Whether channels work, so that staff are told once per change. A channel without a row works.
CREATE TABLE channel_states (
    channel   TEXT COLLATE "C" PRIMARY KEY,
    condition TEXT   NOT NULL,
    since     BIGINT NOT NULL,
    detail    TEXT   NOT NULL
);
