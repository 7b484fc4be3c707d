-- Links that `npm start` and `login-link` print on the machine of a stack. Each signs a person in once, within 15 minutes.

create table local_links (
  -- SHA-256 of the token, which has 256 random bits.
  hash bytea primary key,
  user_id text not null references users (id),
  workspace_id text not null,
  expires_at timestamptz(3) not null
);
