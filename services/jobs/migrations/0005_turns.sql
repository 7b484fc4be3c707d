-- When a workspace last had a turn for a tool. What is running says nothing of that where a tool has fewer slots than
-- workspaces wait for it: whoever had the oldest jobs was served until all of them were done.
create table turns (
  tool text not null,
  major int not null,
  workspace_id text not null,
  taken_at timestamptz not null,
  constraint turns_pkey primary key (tool, major, workspace_id)
) with (fillfactor = 50);
