-- Links with which accounts set a new password (docs/decisions/072-links-that-expire.md).
CREATE TABLE password_links (
    -- An account has at most one link.
    uid        INTEGER PRIMARY KEY REFERENCES accounts (uid),
    token_hash BLOB NOT NULL UNIQUE,
    created_by INTEGER NOT NULL REFERENCES accounts (uid),
    -- Whether the API keys of the account are revoked when the link is used.
    end_keys   BOOLEAN NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
