-- Sharing may end by itself at a time that its owner chose. Nullable: jobs of the last release share without an end.
alter table jobs
  -- From then on nobody outside the workspace views the job. Null: no end.
  add column share_expires_at timestamptz(3);
