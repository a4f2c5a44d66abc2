-- The last requests of each API key, for its owner: a JSON array, oldest first.
CREATE TABLE api_key_requests (
    key_id   INTEGER PRIMARY KEY REFERENCES api_keys (id),
    document TEXT NOT NULL
);
