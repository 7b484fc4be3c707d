-- Access to the public API: users, their role in each workspace, the API keys that act for them, and the rate limit window of
-- each key.

create table users (
  id text primary key,
  email text not null unique,
  created_at timestamptz(3) not null default now()
);

create table memberships (
  workspace_id text not null,
  user_id text not null references users (id),
  role text not null,
  primary key (workspace_id, user_id),
  constraint membership_role check (role in ('viewer', 'member', 'admin', 'owner'))
);

-- A key's secret is never stored, only the SHA-256 of the whole key: it has 190 random bits, so a slow password hash would
-- protect nothing.
create table api_keys (
  id text primary key,
  -- The eight characters after `rot_live_`: public, used to look up the row.
  key_id text not null unique,
  hash bytea not null,
  workspace_id text not null,
  user_id text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint api_key_of_member foreign key (workspace_id, user_id) references memberships (workspace_id, user_id)
);

-- How many requests each key has made in its window of 60 s, shared by all replicas. Unlogged: commits do not wait
-- for the disk, and a crash of the database only loses the counts of the last minute. One row per recently used key.
create unlogged table rate_windows (
  key_id text primary key,
  started_at timestamptz(3) not null,
  used int not null
) with (fillfactor = 50);
