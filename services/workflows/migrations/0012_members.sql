-- What users may do now: jobs are launched with it, and not with what their user could do when the run began. A user of whom nothing was
-- heard has the role that came with the request.
create table members (
  workspace_id text not null,
  user_id text not null,
  -- Null: not a member any more.
  role text,
  -- When it became so, by the clock of the gateway.
  changed_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);

-- Who began the attempt, and their role then. Null: who started the run.
alter table attempts add column started_by text, add column role text;
