-- What attempts ran and what their programs wrote. Rows go with their job: logs are kept as long as the result, and no longer.
create table job_runs (
  job_id text not null,
  attempt integer not null,
  -- Place after the last byte of the log. Bytes that were left out count.
  log_bytes bigint not null default 0,
  -- RanPrograms.
  ran bytea,
  constraint job_runs_pkey primary key (job_id, attempt),
  constraint job_runs_job_id_fkey foreign key (job_id) references jobs (id) on delete cascade,
  constraint job_run_ran_size check (octet_length(ran) <= 131072)
);

-- Parts of a log: its first and its last ones. A part that does not begin at the end of the one before follows a gap.
create table job_log_parts (
  job_id text not null,
  attempt integer not null,
  -- Bytes from the beginning of the whole log.
  starts_at bigint not null,
  text text not null,
  constraint job_log_parts_pkey primary key (job_id, attempt, starts_at),
  constraint job_log_parts_run_fkey foreign key (job_id, attempt) references job_runs (job_id, attempt) on delete cascade,
  constraint job_log_part_size check (octet_length(text) <= 131072)
);
