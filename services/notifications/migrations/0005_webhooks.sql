-- Webhooks: endpoints of workspaces, one delivery for each event and endpoint, and what became of each attempt.

create table webhook_endpoints (
  id text primary key,
  workspace_id text not null,
  url text not null,
  description text,
  -- Only events of these types; empty: all.
  event_types text[] not null default '{}',
  -- Only events of this project.
  project_id text,
  state text not null default 'enabled',
  -- Why it is disabled.
  reason text,
  -- The first failure after which no attempt succeeded.
  failing_since timestamptz(3),
  -- Grows with each rotation. The secrets follow from it, from the id and from a secret of the service.
  secret_version integer not null default 1,
  -- Until then the secret before this version signs too.
  former_signs_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhook_endpoint_id_shape check (id ~ '^whe_[0-9a-hjkmnp-tv-z]{26}$'),
  constraint webhook_endpoint_url check (length(url) between 1 and 2048),
  constraint webhook_endpoint_state check (state in ('enabled', 'disabled')),
  constraint webhook_endpoint_reason check (
    (state = 'disabled') = (reason is not null) and reason in ('requested', 'gone', 'failing')
  )
);

create index webhook_endpoints_by_workspace on webhook_endpoints (workspace_id, id collate "C");

create table webhook_deliveries (
  id text primary key,
  workspace_id text not null,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  event_id text not null,
  -- The place of the event in the feed; null: a test, whose event is in body.
  event_seq bigint,
  event_type text not null,
  resource_id text not null,
  -- The resource whose earlier events go first; null: a test or a replay, which waits for nothing.
  queue text,
  body jsonb,
  state text not null default 'pending',
  -- When it was created, or replayed for the last time; retries end three days later.
  requested_at timestamptz(3) not null,
  -- Failed attempts since then.
  failures integer not null default 0,
  -- Attempts that were begun.
  attempts integer not null default 0,
  -- When the next attempt is due. While an attempt is under way: when its lease ends. Null: it has ended or waits in its queue.
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint webhook_delivery_once unique (endpoint_id, event_id),
  constraint webhook_delivery_id_shape check (id ~ '^whd_[0-9a-hjkmnp-tv-z]{26}$'),
  constraint webhook_delivery_state check (state in ('pending', 'delivered', 'failed')),
  constraint webhook_delivery_ended check ((state = 'pending') = (ended_at is null) and (state = 'pending' or due_at is null)),
  constraint webhook_delivery_event check ((event_seq is null) = (body is not null))
);

create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_queued on webhook_deliveries (endpoint_id, queue, event_seq) where state = 'pending' and queue is not null;
create index webhook_deliveries_by_workspace on webhook_deliveries (workspace_id, id collate "C" desc);
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id collate "C" desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
-- Retention deletes the oldest that have ended.
create index webhook_deliveries_by_age on webhook_deliveries (created_at) where state <> 'pending';

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  -- Has gaps where a process died during an attempt.
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text,
  -- The first 4 KiB.
  answer text,
  primary key (delivery_id, number),
  constraint webhook_attempt_outcome check ((status is null) <> (error is null))
);
