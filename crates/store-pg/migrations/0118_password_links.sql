-- Links with which accounts set a new password (docs/decisions/072-links-that-expire.md).
CREATE TABLE password_links (
    -- An account has at most one link.
    uid        BIGINT PRIMARY KEY REFERENCES accounts (uid),
    token_hash BYTEA NOT NULL UNIQUE,
    created_by BIGINT NOT NULL REFERENCES accounts (uid),
    -- Whether the API keys of the account are revoked when the link is used.
    end_keys   BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
