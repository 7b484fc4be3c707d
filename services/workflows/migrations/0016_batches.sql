-- A batch is a run without a workflow: its one node has a child for each line. So batches share the tables, loops and engine of runs.
alter table runs alter column workflow_id drop not null, alter column revision_id drop not null;
alter table runs add constraint run_of_workflow_or_batch check ((workflow_id is null) = (id like 'batch\_%')) not valid;

create table batches (
  run_id text primary key references runs on delete cascade,
  workspace_id text not null,
  -- READING: a file whose lines are read and checked. REFUSED, CANCELLED: it never had an attempt.
  state text not null constraint batch_state check (state in ('READING', 'READY', 'REFUSED', 'CANCELLED')),
  on_problem text not null constraint batch_on_problem check (on_problem in ('REFUSE', 'SKIP')),
  -- {metric, op, value, count}
  stop_when jsonb,
  -- Children whose results matched `stop_when`.
  matched integer not null default 0,
  file_id text,
  max_millicredits bigint,
  -- Who started it, with which key, for the attempt that begins after the file was read.
  caller jsonb not null,
  traceparent text not null,
  -- Of the good lines, each once.
  tools text[] not null default '{}',
  -- Good lines.
  items integer not null default 0,
  -- Of the good lines.
  estimated_millicredits bigint not null default 0,
  -- The first ones: [{line, custom_id, path, message}]
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  -- Proves to a reader that no other process has taken its claim.
  reader uuid,
  try_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index batches_list on batches (workspace_id, run_id collate "C" desc);
create index batches_reading on batches (workspace_id, try_at) where state = 'READING';

-- The good lines of batches.
create table batch_lines (
  run_id text not null references batches on delete cascade,
  -- From 1, in the list or file.
  line integer not null,
  custom_id text not null,
  -- The encoded BatchLine.
  body bytea not null,
  -- The last attempt that submits the line, and the number of its child there.
  attempt_id text not null,
  n integer not null,
  primary key (run_id, line)
);
create index batch_lines_by_child on batch_lines (attempt_id, n);
