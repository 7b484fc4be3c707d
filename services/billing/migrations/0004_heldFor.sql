-- What a hold is for, as it was when the hold was placed: this table is enough to sum charges by tool, project, member and key.
-- Null: none, or a hold of release 0.2, which did not say.
alter table holds
  add column user_id text,
  -- Public id of the API key or session.
  add column key_id text,
  -- The project of the submission: a job that is moved later leaves its charge there.
  add column project_id text,
  add column tool text,
  add column job_id text,
  -- The workflow run to which the job belongs.
  add column run_id text,
  -- The UTC day on which it was placed, in whose day and month it counts. Null: the day of `created_at`.
  add column placed_on date;
