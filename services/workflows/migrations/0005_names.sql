-- Jobs of a run are named after its workflow: as that was called when the run began, so that a repeated submission is the same.
alter table runs add column workflow_name text;
