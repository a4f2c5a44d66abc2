-- Whose job is next: the account that was served longest ago.
CREATE TABLE job_turns (
    uid  BIGINT PRIMARY KEY REFERENCES accounts (uid),
    turn BIGINT NOT NULL
);
CREATE SEQUENCE job_turn;
