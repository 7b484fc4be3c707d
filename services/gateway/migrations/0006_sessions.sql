-- Sessions of people. A session is a credential beside API keys: it acts for a user, in one workspace at a time, until it has not
-- been used for 12 h, has lasted 7 days, or is ended.

create table sessions (
  id text primary key,
  -- The ten characters after `rot_sess_`: public, used to look up the row.
  public_id text not null unique,
  -- SHA-256 of the whole token, which has 256 random bits.
  hash bytea not null,
  user_id text not null references users (id),
  -- The workspace of requests that name none.
  workspace_id text not null,
  -- How the person signed in: local_link, mail_link, oidc, device or invitation.
  method text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint session_texts check (length(method) <= 40 and length(user_agent) <= 300 and length(address) <= 64)
);

create index sessions_of_users on sessions (user_id, id);
create index sessions_of_workspaces on sessions (workspace_id, id);
create index sessions_ends_at on sessions (ends_at);
