-- A repeated upload can be recognised by its idempotency key, and answers the file that the first one made.
create table upload_keys (
  -- Derived from workspace and key.
  id uuid primary key,
  workspace_id text not null,
  -- The upload in progress, later the file: both have the same id. The key goes when they do.
  file_id text not null,
  -- Of what was sent; null as long as it is being sent.
  fingerprint text,
  expires_at timestamptz(3),
  constraint upload_key_expires_once_used check ((fingerprint is null) = (expires_at is null))
);

create index upload_keys_by_file on upload_keys (file_id);
create index upload_keys_expiry on upload_keys (expires_at) where expires_at is not null;
