-- Passkeys: WebAuthn credentials with which accounts log in.
CREATE TABLE passkeys (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           INTEGER NOT NULL REFERENCES accounts (uid),
    name          TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    -- The account's random name at authenticators; the same for all passkeys of an account.
    user_handle   BLOB NOT NULL CHECK (length(user_handle) = 64),
    public_key    BLOB NOT NULL,
    -- What changes with each use, such as the signature counter.
    state         BLOB NOT NULL,
    transports    INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    last_used_at  INTEGER
);
CREATE INDEX passkeys_uid ON passkeys (uid);
