-- Results are recorded of each workspace in turn, and each by one replica: who takes some claims them for a while.
alter table unrecorded_results
  -- Empty for what replicas of the last release note.
  add column workspace_id text not null default '',
  -- When it may be claimed; a claim moves it ahead.
  add column try_at timestamptz(3) not null default now();
