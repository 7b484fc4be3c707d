-- People create keys, with names, limits and rotated secrets. Older keys have no name, and no limit.
alter table api_keys
  add column name text not null default '',
  -- The only projects that the key can use, and the only tools that it can run; null: no limit.
  add column project_ids text[],
  add column tools text[],
  add column may_create_keys boolean not null default false,
  -- The key that created this key. Revoking it revokes this key.
  add column created_by_key text,
  -- Grows with every change of the rights or the secret.
  add column version int not null default 0,
  -- The secret before the last rotation, while it is valid.
  add column previous_hash bytea,
  add column previous_until timestamptz(3),
  add column previous_used_at timestamptz(3),
  add column last_used_at timestamptz(3),
  add column last_used_address text,
  -- Of the request that created the key, from its idempotency key; and what that request asked for.
  add column submission_id uuid,
  add column submission_digest text;
