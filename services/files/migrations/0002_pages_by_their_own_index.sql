-- Pages are ordered by id within a workspace. As long as the primary key had the same order, PostgreSQL sometimes read the
-- last page of a large workspace from it, through all older files of others (measured: ten times as long). The collation
-- is that of these indexes alone; ids are ASCII, so the order is the same.
drop index files_list, files_by_format, files_by_origin, files_by_creator, files_by_project;
create index files_list on files (workspace_id, id collate "C" desc);
create index files_by_format on files (workspace_id, lower(format), id collate "C" desc);
create index files_by_origin on files (workspace_id, origin, id collate "C" desc);
create index files_by_creator on files (workspace_id, created_by, id collate "C" desc) where origin = 'UPLOAD';
create index files_by_project on files (project_id, id collate "C" desc) where project_id is not null;
