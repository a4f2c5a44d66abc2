-- Whose job is next: the account that was served longest ago.
CREATE TABLE job_turns (
    uid  INTEGER PRIMARY KEY REFERENCES accounts (uid),
    turn INTEGER NOT NULL
);
