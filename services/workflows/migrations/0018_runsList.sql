-- no transaction
-- Pages of the runs of a workspace, newest first, also of one workflow or project. Batches have a list of their own.
drop index concurrently if exists runs_list;
create index concurrently runs_list on runs (workspace_id, id collate "C" desc) where workflow_id is not null;
drop index concurrently if exists runs_list_by_workflow;
create index concurrently runs_list_by_workflow on runs (workspace_id, workflow_id, id collate "C" desc)
where workflow_id is not null;
drop index concurrently if exists runs_list_by_project;
create index concurrently runs_list_by_project on runs (project_id, id collate "C" desc)
where project_id is not null and workflow_id is not null;
