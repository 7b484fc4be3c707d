-- no transaction
-- Files outside of all projects, where most are in one: a page of them was read by scanning the whole workspace.
drop index concurrently if exists files_unassigned;
create index concurrently files_unassigned on files (workspace_id, id collate "C" desc) where project_id is null;
