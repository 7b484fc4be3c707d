-- Workflows and their revisions, and runs: attempts, nodes, the items that flow between them, and their child jobs. What a
-- loop has to do is a state of a row (a node EVALUATING, a child LAUNCHING or ENDED), so a crash loses nothing.

create table workflows (
  id text primary key,
  workspace_id text not null,
  project_id text,
  project_seq bigint not null default 0,
  name text not null,
  description text,
  -- The published one.
  revision_id text not null,
  constraint workflow_name check (char_length(name) between 1 and 200),
  constraint workflow_description check (char_length(description) <= 2000)
);

create index workflows_list on workflows (workspace_id, id collate "C" desc);
create index workflows_by_project on workflows (project_id) where project_id is not null;

-- Never changed.
create table revisions (
  id text primary key,
  workflow_id text not null references workflows,
  -- From 1.
  number integer not null,
  definition jsonb not null,
  -- The definition's edges with every port and slot named, as the tools were when it was published.
  edges jsonb not null,
  settings jsonb not null,
  published_at timestamptz(3) not null,
  constraint revisions_numbered_once unique (workflow_id, number)
);

create table grants (
  workflow_id text not null references workflows,
  user_id text not null,
  access text not null,
  primary key (workflow_id, user_id),
  constraint grant_access check (access in ('VIEW', 'RUN', 'EDIT'))
);

create table runs (
  id text primary key,
  workspace_id text not null,
  project_id text,
  project_seq bigint not null default 0,
  workflow_id text not null references workflows,
  revision_id text not null references revisions,
  name text,
  created_by text not null,
  -- The role that its jobs are started with.
  role text not null,
  -- The current attempt.
  attempt_id text not null,
  -- Grows with every published change.
  version bigint not null default 1,
  constraint run_name check (char_length(name) <= 500)
);

create index runs_by_project on runs (project_id) where project_id is not null;
create index runs_by_workflow on runs (workflow_id);

-- What an input node was given, for every attempt.
create table run_inputs (
  run_id text not null references runs on delete cascade,
  node_id text not null,
  position integer not null,
  -- A SubmittedInput (rotamer.jobs.v1).
  input bytea not null,
  primary key (run_id, node_id, position)
);

create table attempts (
  id text primary key,
  run_id text not null references runs on delete cascade,
  workspace_id text not null,
  revision_id text not null,
  -- From 1.
  number integer not null,
  mode text not null,
  status text not null,
  pause_reason text,
  pause_node text,
  error text,
  -- Absent: uncapped, and without a budget.
  max_millicredits bigint,
  budget_id uuid,
  reused_attempt_id text,
  traceparent text not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  constraint attempts_numbered_once unique (run_id, number),
  constraint attempt_mode check (mode in ('FROM_START', 'FROM_FAILED_NODE')),
  constraint attempt_status check (
    status in ('QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')
  ),
  constraint attempt_pause check ((status = 'PAUSED') = (pause_reason is not null)),
  constraint attempt_capped_by_budget check ((max_millicredits is null) = (budget_id is null))
);

create index attempts_waiting_for_credits on attempts (workspace_id) where pause_reason = 'insufficient_credits';

create table nodes (
  attempt_id text not null references attempts on delete cascade,
  id text not null,
  -- In the order in which the engine walks them.
  position integer not null,
  status text not null default 'WAITING',
  -- Its jobs: how many it is for, have been launched, …
  total integer not null default 0,
  launched integer not null default 0,
  active integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  dropped integer not null default 0,
  -- Items that left it, by port.
  outputs jsonb not null default '{}',
  -- A branch: the port that was taken.
  taken text,
  -- A checkpoint: a selection is recorded.
  decided boolean not null default false,
  -- A checkpoint: SHA-256 over its candidates, in hex.
  candidate_digest text,
  -- A tool: SHA-256 over its configuration, contract and inputs, in hex; and these three apart.
  key text,
  key_parts jsonb,
  error text,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  reused_attempt_id text,
  primary key (attempt_id, id),
  constraint node_counts check (
    least(total, active, done, failed, dropped) >= 0 and launched <= total and active + done + failed + dropped <= launched
  )
);

create index nodes_evaluating on nodes (attempt_id) where status = 'EVALUATING';

create table items (
  id text primary key,
  run_id text not null references runs on delete cascade,
  kind text not null,
  format text not null,
  label text not null,
  -- Where its content is: inline, or a file of a job or of the library.
  text text,
  file jsonb,
  -- SHA-256 of the content, in hex.
  digest text not null,
  metrics jsonb not null default '{}',
  sources text[] not null default '{}',
  job_id text,
  job_item_id text,
  constraint item_content check (num_nonnulls(text, file) = 1)
);

create index items_by_run on items (run_id);

-- What left a node, in order. Items are shared: a filter passes on the items that came to it, an attempt those of an earlier one.
create table outputs (
  attempt_id text not null references attempts on delete cascade,
  node_id text not null,
  port text not null,
  position bigint not null,
  item_id text not null references items,
  primary key (attempt_id, node_id, port, position)
);

create index outputs_by_item on outputs (item_id);

-- The child jobs of an attempt; their identity in jobs is attempt/node/n. All rows of a node are written when it begins.
create table children (
  attempt_id text not null references attempts on delete cascade,
  node_id text not null,
  n integer not null,
  workspace_id text not null,
  state text not null default 'PLANNED',
  -- The item that an `each` node has it for.
  item_id text,
  -- To be cancelled in jobs, or given up.
  stop boolean not null default false,
  -- Jobs may have heard of it.
  submitted boolean not null default false,
  -- It is counted among the node's active ones.
  accepted boolean not null default false,
  -- Jobs had no place for it.
  refused boolean not null default false,
  -- Where it was first submitted to; a repeat has the same body.
  project_id text,
  -- When it is next worked on.
  try_at timestamptz(3),
  -- When it was last heard of.
  news_at timestamptz(3),
  job_id text,
  job_version bigint not null default 0,
  job_status text,
  error text,
  manifest jsonb,
  held_millicredits bigint not null default 0,
  -- Null: not settled.
  final_millicredits bigint,
  primary key (attempt_id, node_id, n),
  constraint child_state check (state in ('PLANNED', 'LAUNCHING', 'ACTIVE', 'ENDED', 'DONE', 'FAILED', 'DROPPED'))
);

create index children_launching on children (try_at) where state = 'LAUNCHING';
create index children_refused on children (workspace_id) where state = 'LAUNCHING' and refused;
create index children_ended on children (try_at) where state = 'ENDED';
create index children_to_stop on children (try_at) where state = 'ACTIVE' and stop;
create index children_unsettled on children (news_at) where job_id is not null and final_millicredits is null;

-- What someone chose at a checkpoint; never changed.
create table decisions (
  attempt_id text not null,
  node_id text not null,
  candidate_digest text not null,
  decided_by text not null,
  decided_at timestamptz(3) not null,
  note text,
  criteria jsonb,
  approved text[] not null,
  rejected text[] not null,
  primary key (attempt_id, node_id),
  foreign key (attempt_id, node_id) references nodes on delete cascade,
  constraint decision_approves check (cardinality(approved) > 0)
);

-- Starts and retries by the id that comes from the client's idempotency key.
create table submissions (
  id uuid primary key,
  workspace_id text not null,
  fingerprint text not null,
  run_id text not null,
  attempt_id text not null,
  expires_at timestamptz(3) not null
);

create index submissions_expire on submissions (expires_at);
