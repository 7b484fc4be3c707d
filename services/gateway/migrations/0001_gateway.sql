-- Who may use the public API, and how often: users, their role in each workspace, the keys that act for them, and what
-- each key has used of its minute.

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
  -- The eight characters after `rot_live_`: public, and the way to find the row.
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

-- How many requests each key has made in its window of 60 s, shared by all replicas. Unlogged: a commit waits for no disk,
-- and a crash of the database costs no more than the counts of the last minute. One row per key that was used lately.
create unlogged table rate_windows (
  key_id text primary key,
  started_at timestamptz(3) not null,
  used int not null
) with (fillfactor = 50);
