-- Projects, the assignments and deletions in progress, and a registry of what other applications put into projects.

create table projects (
  id text primary key,
  workspace_id text not null,
  name text not null,
  description text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version bigint not null default 1,
  -- It is being deleted: takes no more members.
  closed boolean not null default false,
  constraint project_id_shape check (id ~ '^proj_[0-9a-hjkmnp-tv-z]{26}$'),
  constraint project_name check (length(name) between 1 and 80),
  constraint project_description check (length(description) between 1 and 500)
);

create index projects_by_workspace on projects (workspace_id, id collate "C" desc);

-- Assignments that some service may not have carried out yet; a row goes when all have. The sequence numbers are shared
-- with deletions: the later one wins. Per workspace they ascend in the order of the commits (lockOperations).
create table operations (
  seq bigint generated always as identity primary key,
  workspace_id text not null,
  -- Null: out of any project.
  project_id text,
  -- [{"type": "RESOURCE_TYPE_JOB", "ids": ["job_…"]}, …]
  groups jsonb not null,
  move_linked_files boolean not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  tried_at timestamptz(3) not null default clock_timestamp()
);

create index operations_by_workspace on operations (workspace_id, seq);

create table deletions (
  id text primary key,
  -- From the sequence of operations.
  seq bigint not null,
  workspace_id text not null,
  project_id text not null,
  project_name text not null,
  mode text not null,
  target_project_id text,
  status text not null,
  error text,
  attempt_count integer not null default 0,
  -- Failed attempts since something went well.
  failures integer not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- When it last had its turn; null: never.
  turn_at timestamptz(3),
  constraint deletion_mode check (mode in ('move', 'unassign', 'delete_contents')),
  constraint deletion_status check (status in ('pending', 'processing', 'completed', 'failed')),
  constraint deletion_target check ((mode = 'move') = (target_project_id is not null) and target_project_id <> project_id),
  constraint deletion_completed check ((status = 'completed') = (completed_at is not null))
);

-- A project is deleted once.
create unique index deletions_of_project on deletions (project_id);
create index deletions_in_progress on deletions (workspace_id, seq) where status in ('pending', 'processing');
create index deletions_into on deletions (target_project_id) where status <> 'completed';
create index deletions_completed_at on deletions (completed_at) where status = 'completed';

-- Studio sessions and AI conversations live in other applications; this is all that Rotamer knows of them.
create table resources (
  workspace_id text not null,
  type text not null,
  id text not null,
  project_id text,
  -- From the sequence of operations: of the one that put it there, or of its own registration.
  project_seq bigint not null,
  primary key (workspace_id, type, id),
  constraint resource_type check (type in ('RESOURCE_TYPE_STUDIO_SESSION', 'RESOURCE_TYPE_AI_CONVERSATION')),
  constraint resource_id check (id ~ '^[\x21-\x7e]{1,128}$')
);

create index resources_by_project on resources (project_id, type) where project_id is not null;
