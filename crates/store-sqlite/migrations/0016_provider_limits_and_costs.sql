-- What providers charge, for every attempt on a chunk: also for those that charge the customer nothing.
CREATE TABLE provider_costs (
    task       INTEGER NOT NULL,
    chunk      INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    project    TEXT NOT NULL,
    cost       INTEGER NOT NULL CHECK (cost > 0),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (task, chunk, attempt, project)
) WITHOUT ROWID;
CREATE INDEX provider_costs_by_day ON provider_costs (created_at);

-- Until now they stood with the charges.
INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at)
SELECT task, chunk, 0, project, cost, created_at FROM ledger_transactions WHERE kind = 'settle' AND cost > 0;
ALTER TABLE ledger_transactions DROP COLUMN cost;

-- Requests under way at once are limited for all processes together: each holds some of a channel's slots,
-- for a few seconds unless it says that it goes on.
CREATE TABLE channel_slots (
    channel  TEXT NOT NULL,
    holder   TEXT NOT NULL,
    slots    INTEGER NOT NULL CHECK (slots >= 0),
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (channel, holder)
) WITHOUT ROWID;
