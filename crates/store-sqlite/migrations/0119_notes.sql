-- Notes of the owner on lists and tasks. The keys are in the form in which names are searched.
ALTER TABLE lists ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE lists ADD COLUMN note_key TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN note_key TEXT NOT NULL DEFAULT '';
