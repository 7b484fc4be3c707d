-- Jobs, what they were given, who works on them, and who owns the credits held for them.

-- Every contract that a job was ever accepted under, so that a job says for ever what it promised.
create table tools (
  id text not null,
  version text not null,
  digest text not null,
  contract jsonb not null,
  loaded_at timestamptz(3) not null default now(),
  primary key (id, version, digest)
);

-- One row per workspace that ever submitted: locked first by every submission, so that limits are exact.
create table workspaces (
  id text primary key,
  day date not null,
  used_today int not null
) with (fillfactor = 50);

create table jobs (
  id text primary key,
  workspace_id text not null,
  project_id text,
  project_seq bigint not null default 0,
  status text not null check (status in (
    'PENDING', 'QUEUED', 'PROCESSING', 'RETRY', 'COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED')),
  -- Grows with every change that is told; the value that compare-and-set compares.
  version bigint not null,
  tool text not null,
  tool_version text not null,
  tool_digest text not null,
  major int not null,
  name text,
  created_by text not null,
  parent_ref text unique,
  wall_limit_ms bigint not null,

  -- The attempt is the fencing token of its lease; failures count only what infrastructure spoiled.
  attempt int not null default 0,
  failures int not null default 0,
  next_attempt_at timestamptz(3),
  status_since timestamptz(3) not null,
  runner_id text,
  lease_expires_at timestamptz(3),
  claimed_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  progress smallint check (progress between 0 and 100),
  runtime_ms bigint,
  error text,
  manifest_key text,
  manifest_sha256 text,
  manifest_size bigint,

  -- Money; all null for a tool that costs nothing.
  mode text check (mode in ('fixed', 'metered_runtime')),
  hold_id uuid unique,
  reserved_mc bigint check (reserved_mc > 0),
  first_reserved_mc bigint,
  cap_mc bigint,
  rate_mc_per_minute bigint,
  charge_mc bigint check (charge_mc between 0 and reserved_mc),
  final_mc bigint check (final_mc between 0 and reserved_mc),
  billable_runtime_ms bigint,
  outcome text check (outcome in ('charged', 'refunded', 'released')),
  finalized_at timestamptz(3),
  traceparent text not null default '',

  check ((status = 'PROCESSING') = (lease_expires_at is not null)),
  check ((status in ('PENDING', 'QUEUED', 'PROCESSING', 'RETRY')) = (completed_at is null))
) with (fillfactor = 70);

create index jobs_list on jobs (workspace_id, id desc);
create index jobs_by_project on jobs (project_id, id desc) where project_id is not null;
create index jobs_active on jobs (workspace_id) where completed_at is null;
create index jobs_waiting on jobs (workspace_id, id) where status in ('QUEUED', 'RETRY');
create index jobs_pending on jobs (id) where status = 'PENDING';
-- Not on lease_expires_at: heartbeats move it every few seconds and stay HOT updates this way.
create index jobs_processing on jobs (id) where status = 'PROCESSING';
create index jobs_unsettled on jobs (completed_at) where completed_at is not null and finalized_at is null;

-- The inline inputs and settings of a job: the JobInputs message, byte for byte as accepted.
create table job_inputs (
  job_id text primary key references jobs (id) on delete cascade,
  body bytea not null
);

-- What makes a repeated submission harmless.
create table submissions (
  id uuid primary key,
  workspace_id text not null,
  fingerprint text not null,
  fingerprint_version int not null,
  job_id text not null,
  expires_at timestamptz(3)
);

create index submissions_expiry on submissions (expires_at) where expires_at is not null;

-- Who owns a hold in billing: a job, or nobody any more. The only word on the matter; billing obeys. Outlives the job.
create table hold_owners (
  hold_id uuid primary key,
  job_id text
);

-- What runners offer, and when they last said so.
create table runners (
  id text primary key,
  offers jsonb not null,
  seen_at timestamptz(3) not null
);

-- When a loop that must notice its own absence last ran.
create table loop_passes (
  name text primary key,
  passed_at timestamptz(3) not null
);
insert into loop_passes values ('expire_leases', 'epoch');
