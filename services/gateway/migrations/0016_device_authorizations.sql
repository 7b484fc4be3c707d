-- Programs without a browser that sign in: a person confirms the code that such a program shows (RFC 8628).

create table device_authorizations (
  -- SHA-256 of the device code, which has 256 random bits.
  hash bytea primary key,
  -- Eight consonants: the person types or compares them.
  user_code text not null unique,
  client_name text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  interval_s int not null,
  polled_at timestamptz(3),
  -- pending, approved or denied
  state text not null default 'pending',
  -- Who approved it, and where its session will act.
  user_id text references users (id),
  workspace_id text,
  constraint device_texts check (length(client_name) <= 80 and length(user_agent) <= 300 and length(address) <= 64),
  constraint device_state check (state in ('pending', 'denied') or (state = 'approved' and user_id is not null))
);

create index device_authorizations_expires_at on device_authorizations (expires_at);
