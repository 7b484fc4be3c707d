-- Pages are ordered by id within a workspace. As long as the primary key had the same order, PostgreSQL sometimes read the
-- last page of a large workspace from it, through all older jobs of others (measured: ten times as long). The collation
-- is that of these indexes alone; ids are ASCII, so the order is the same.
drop index jobs_list, jobs_by_project;
create index jobs_list on jobs (workspace_id, id collate "C" desc);
create index jobs_by_project on jobs (project_id, id collate "C" desc) where project_id is not null;
