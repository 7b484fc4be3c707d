-- Workflows and runs can be counted by project, and follow a project that is deleted. A project has a row as soon as one names it.
create table projects (
  workspace_id text not null,
  id text not null,
  -- Workflows and runs in it, changed in the same transaction as they are; and how many of them are workflows.
  members bigint not null default 0,
  workflows bigint not null default 0,
  -- The operation that deletes it, and what becomes of its members, those that come later included; all null while it is
  -- open. Once written it stays as it is.
  closed_seq bigint,
  closed_mode text,
  target_id text,
  primary key (workspace_id, id),
  constraint project_closed_mode check (closed_mode in ('move', 'unassign', 'delete_contents')),
  constraint project_closed_whole check ((closed_seq is null) = (closed_mode is null)),
  constraint project_target_when_moved check ((target_id is not null) = (closed_mode is not distinct from 'move'))
) with (fillfactor = 50);

insert into projects (workspace_id, id, members, workflows)
select workspace_id, project_id, count(*), count(*) filter (where is_workflow)
from (
  select workspace_id, project_id, true as is_workflow from workflows
  union all
  select workspace_id, project_id, false from runs
) held
where project_id is not null group by workspace_id, project_id;

-- The idempotency keys of a run that is deleted go with it.
create index submissions_by_run on submissions (run_id);
