-- When a workspace was last heard to have credits again: attempts that were refused before that are resumed.
create table funds (
  workspace_id text primary key,
  heard_at timestamptz(3) not null
) with (fillfactor = 50);

-- When the job was claimed that credits were refused for last.
alter table attempts add column refused_at timestamptz(3);
