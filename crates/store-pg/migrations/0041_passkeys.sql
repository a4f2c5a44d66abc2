-- Passkeys: WebAuthn credentials with which accounts log in.
CREATE TABLE passkeys (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid           BIGINT NOT NULL REFERENCES accounts (uid),
    name          TEXT NOT NULL,
    credential_id BYTEA NOT NULL UNIQUE,
    -- The account's random name at authenticators; the same for all passkeys of an account.
    user_handle   BYTEA NOT NULL CHECK (length(user_handle) = 64),
    public_key    BYTEA NOT NULL,
    -- What changes with each use, such as the signature counter.
    state         BYTEA NOT NULL,
    transports    BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT
);
CREATE INDEX passkeys_uid ON passkeys (uid);
