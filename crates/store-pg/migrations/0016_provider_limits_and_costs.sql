-- What providers charge, for every attempt on a chunk: also for those that charge the customer nothing.
CREATE TABLE provider_costs (
    task       BIGINT NOT NULL,
    chunk      BIGINT NOT NULL,
    attempt    BIGINT NOT NULL,
    project    TEXT COLLATE "C" NOT NULL,
    cost       BIGINT NOT NULL CHECK (cost > 0),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (task, chunk, attempt, project)
);
CREATE INDEX provider_costs_by_day ON provider_costs (created_at);

-- Until now they stood with the charges.
INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at)
SELECT task, chunk, 0, project, cost, created_at FROM ledger_transactions WHERE kind = 'settle' AND cost > 0;
ALTER TABLE ledger_transactions DROP COLUMN cost;

-- Requests under way at once are limited for all processes together: each holds some of a channel's slots,
-- for a few seconds unless it says that it goes on.
CREATE TABLE channel_slots (
    channel  TEXT COLLATE "C" NOT NULL,
    holder   TEXT COLLATE "C" NOT NULL,
    slots    BIGINT NOT NULL CHECK (slots >= 0),
    until_ms BIGINT NOT NULL,
    PRIMARY KEY (channel, holder)
);
