-- What people look for in a job and filter by: its submitter, run and labels, what it repeats, and its earlier attempts.
-- Nullable: jobs of the last release do not know these columns, and their rows are not filled.
alter table jobs
  -- Public id of the API key or session that submitted the job.
  add column key_id text,
  -- The workflow run to which the job belongs.
  add column run_id text,
  -- The job that this job repeats.
  add column rerun_of text,
  -- An object of texts.
  add column labels jsonb,
  -- An array of EndedAttempt, oldest first.
  add column ended_attempts jsonb,
  -- Cancelled without a charge when no attempt has begun by then.
  add column cancel_at timestamptz(3),
  add constraint job_key_id_length check (char_length(key_id) <= 128),
  add constraint job_run_id_length check (char_length(run_id) <= 128),
  add constraint job_rerun_of_length check (char_length(rerun_of) <= 128),
  add constraint job_labels_size check (octet_length(labels::text) <= 8192),
  add constraint job_ended_attempts_size check (octet_length(ended_attempts::text) <= 65536);
