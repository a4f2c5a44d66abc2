-- Charged answers of each task by project and price, so that its statement adds up line by line.
CREATE TABLE task_charges (
    task    INTEGER NOT NULL REFERENCES tasks (id),
    project TEXT    NOT NULL,
    price   INTEGER NOT NULL CHECK (price > 0),
    numbers INTEGER NOT NULL CHECK (numbers > 0),
    PRIMARY KEY (task, project, price)
) WITHOUT ROWID;

-- Unknown answers that are due to failures of providers.
ALTER TABLE tasks ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
