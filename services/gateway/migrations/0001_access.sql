-- Who may use the public API: users, their role in each workspace, and the keys that act for them. A key's secret is never
-- stored, only the SHA-256 of the whole key: it has 190 random bits, so a slow password hash would protect nothing.
create table users (
  id text primary key,
  email text not null unique,
  created_at timestamptz(3) not null default now()
);

create table memberships (
  workspace_id text not null,
  user_id text not null references users (id),
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  primary key (workspace_id, user_id)
);

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
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id)
);
