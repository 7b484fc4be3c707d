-- Jobs, their inputs, their leases, the owners of the credits held for them, and who may view them.

-- One row per workspace that ever submitted: locked first by every submission, so that limits are exact.
create table workspaces (
  id text primary key,
  -- The UTC day of `used_today`.
  day date not null,
  used_today int not null
) with (fillfactor = 50);

-- Submission ids, which make a repeated submission idempotent.
create table submissions (
  id uuid primary key,
  workspace_id text not null,
  fingerprint text not null,
  fingerprint_version int not null,
  job_id text not null,
  expires_at timestamptz(3)
);

create index submissions_expiry on submissions (expires_at) where expires_at is not null;

-- Who owns a hold in billing: a job, or nobody any more. The only authority on this; billing follows it. Outlives the job.
create table hold_owners (
  hold_id uuid primary key,
  job_id text
);

-- Every contract that a job was ever accepted under, so that the contract of an old job can still be read.
create table tools (
  id text not null,
  version text not null,
  digest text not null,
  contract jsonb not null,
  loaded_at timestamptz(3) not null default now(),
  primary key (id, version, digest)
);

-- What runners offer, and when they last announced it.
create table runners (
  id text primary key,
  offers jsonb not null,
  seen_at timestamptz(3) not null
);

create table jobs (
  id text primary key,
  workspace_id text not null,
  project_id text,
  project_seq bigint not null default 0,
  visibility text not null default 'PRIVATE',
  status text not null,
  -- Grows with every published change; what compare-and-set compares.
  version bigint not null,
  tool text not null,
  tool_version text not null,
  tool_digest text not null,
  major int not null,
  name text,
  created_by text not null,
  parent_ref text,
  -- Milliseconds.
  wall_limit_ms bigint not null,

  -- The attempt is the fencing token of its lease; failures count only infrastructure failures.
  attempt int not null default 0,
  failures int not null default 0,
  next_attempt_at timestamptz(3),
  status_since timestamptz(3) not null,
  runner_id text,
  lease_expires_at timestamptz(3),
  claimed_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  -- Percent.
  progress smallint,
  -- Milliseconds.
  runtime_ms bigint,
  error text,
  -- Where the result's manifest is in the blob store, its SHA-256 in hex and its size in bytes.
  manifest_key text,
  manifest_sha256 text,
  manifest_size bigint,

  -- Money; all null for a free tool.
  mode text,
  hold_id uuid,
  reserved_millicredits bigint,
  first_reserved_millicredits bigint,
  cap_millicredits bigint,
  rate_millicredits_per_minute bigint,
  charge_millicredits bigint,
  final_millicredits bigint,
  -- Milliseconds.
  billable_runtime_ms bigint,
  outcome text,
  finalized_at timestamptz(3),
  traceparent text not null default '',

  constraint job_status check (status in (
    'PENDING', 'QUEUED', 'PROCESSING', 'RETRY', 'COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED')),
  constraint job_visibility check (visibility in ('PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED')),
  constraint job_progress check (progress between 0 and 100),
  constraint job_leased_while_processing check ((status = 'PROCESSING') = (lease_expires_at is not null)),
  constraint job_completed_when_terminal check (
    (status in ('PENDING', 'QUEUED', 'PROCESSING', 'RETRY')) = (completed_at is null)),
  constraint job_mode check (mode in ('fixed', 'metered_runtime')),
  constraint job_outcome check (outcome in ('charged', 'refunded', 'released')),
  constraint job_reserved_positive check (reserved_millicredits > 0),
  constraint job_charge_within_reserved check (charge_millicredits between 0 and reserved_millicredits),
  constraint job_final_within_reserved check (final_millicredits between 0 and reserved_millicredits),
  -- What a client sends is bounded where it is kept as well (submit/bounds.ts): one text that is too long for an index or
  -- a message would fail with all that travel with it.
  constraint job_workspace_id_length check (char_length(workspace_id) <= 128),
  constraint job_project_id_shape check (project_id ~ '^proj_[0-9a-hjkmnp-tv-z]{26}$'),
  constraint job_tool_length check (char_length(tool) <= 128),
  constraint job_name_length check (char_length(name) <= 500),
  constraint job_created_by_length check (char_length(created_by) <= 128),
  constraint job_parent_ref_length check (char_length(parent_ref) <= 500),
  constraint job_error_length check (char_length(error) <= 2000)
) with (fillfactor = 70);

-- Every change of a job's status writes an entry into each of its indexes, four or five times in its life, so each has to
-- be worth it, and is as small as it can be. That a hold has one job is said by hold_owners, in the same commit.

-- Pages are ordered by id within a workspace. As long as the primary key had the same order, PostgreSQL sometimes read the
-- last page of a large workspace from it, through all older jobs of others (measured: ten times as long). The collation
-- is that of these indexes alone; ids are ASCII, so the order is the same.
create index jobs_list on jobs (workspace_id, id collate "C" desc);
create index jobs_by_project on jobs (project_id, id collate "C" desc) where project_id is not null;
-- Most jobs have no parent_ref.
create unique index jobs_parent_ref on jobs (parent_ref) where parent_ref is not null;
create index jobs_active on jobs (workspace_id) where completed_at is null;
create index jobs_waiting on jobs (workspace_id, id) where status in ('QUEUED', 'RETRY');
-- Every second somebody asks which tools the queue waits for: found by hopping through this index from tool to tool, so a
-- queue of 100,000 jobs costs as much as a queue of one.
create index jobs_waiting_tools on jobs (tool, major) where status in ('QUEUED', 'RETRY');
create index jobs_pending on jobs (id) where status = 'PENDING';
-- A claim counts what each waiting workspace has running; its cost must not grow with what all others run. Not on
-- lease_expires_at: heartbeats move it every few seconds and stay HOT updates this way.
create index jobs_processing on jobs (workspace_id) where status = 'PROCESSING';
create index jobs_unsettled on jobs (completed_at) where completed_at is not null and finalized_at is null;

-- The inline inputs and settings of a job: the JobInputs message, byte for byte as accepted.
create table job_inputs (
  job_id text primary key references jobs (id) on delete cascade,
  body bytea not null,
  constraint job_inputs_body_size check (octet_length(body) <= 2097152)
);

-- When each key may poll each job again (readForCallers.ts). Unlogged: a poll waits for no disk, and a crash costs one
-- free poll.
create unlogged table polls (
  key_id text not null,
  job_id text not null,
  kind text not null,
  next_at timestamptz(3) not null,
  primary key (key_id, job_id, kind)
) with (fillfactor = 70);

-- One invitation per job and normalised address. The token of its link is derived from its id and is valid as long as the row exists.
create table job_shares (
  id text primary key,
  job_id text not null references jobs (id) on delete cascade,
  email text not null,
  claimed_at timestamptz(3),
  constraint job_shares_invited_once unique (job_id, email),
  constraint job_shares_email_length check (char_length(email) <= 254)
);

-- Mails still to be sent, inserted and deleted with their invitation.
create table share_mails (
  share_id text primary key references job_shares (id) on delete cascade,
  attempts int not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);

create index share_mails_due on share_mails (next_attempt_at);

-- Who was sent a mail on which day (UTC). Kept when the invitation is deleted, so that adding and removing a person
-- repeatedly sends one mail, and for the daily quotas.
create table invitation_mails (
  job_id text not null,
  email text not null,
  day date not null,
  workspace_id text not null,
  primary key (job_id, email, day)
);

create index invitation_mails_of_workspaces on invitation_mails (workspace_id, day);
create index invitation_mails_of_addresses on invitation_mails (email, day);

-- When a loop that must notice its own downtime last ran.
create table loop_passes (
  name text primary key,
  passed_at timestamptz(3) not null
);

insert into loop_passes values ('expire_leases', 'epoch');
