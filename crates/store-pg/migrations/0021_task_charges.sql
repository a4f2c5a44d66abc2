-- Charged answers of each task by project and price, so that its statement adds up line by line.
CREATE TABLE task_charges (
    task    BIGINT NOT NULL REFERENCES tasks (id),
    project TEXT COLLATE "C" NOT NULL,
    price   BIGINT NOT NULL CHECK (price > 0),
    numbers BIGINT NOT NULL CHECK (numbers > 0),
    PRIMARY KEY (task, project, price)
);

-- Unknown answers that are due to failures of providers.
ALTER TABLE tasks ADD COLUMN failed BIGINT NOT NULL DEFAULT 0;
