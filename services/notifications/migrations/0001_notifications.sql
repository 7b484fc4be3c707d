-- The feed of each workspace: public events, in the order in which readers get them.

-- One row per workspace. Its lock is held while events are numbered, so that a reader who has seen a number never misses a lower one.
create table feeds (
  workspace_id text primary key,
  -- The number of the newest event.
  last_seq bigint not null default 0,
  -- The number of the newest event that retention has deleted. A reader before it has missed events.
  pruned_seq bigint not null default 0,
  constraint feed_numbers check (0 <= pruned_seq and pruned_seq <= last_seq)
);

create table events (
  workspace_id text not null,
  -- From 1, ascending in the order of commits.
  seq bigint not null,
  -- The id of the event that a service published.
  id text not null,
  -- E.g. job.completed.
  type text not null,
  -- When it happened.
  created_at timestamptz(3) not null,
  -- When it was numbered; retention counts from here.
  stored_at timestamptz(3) not null default clock_timestamp(),
  -- E.g. job.
  resource_type text not null,
  resource_id text not null,
  -- Grows with the resource: no event of the feed is older than the one before it of the same resource.
  version bigint not null,
  -- The project in which the resource was.
  project_id text,
  -- The workflow run to which the resource belongs.
  run_id text,
  -- The only user or API key that may see the event, besides admins. Null: everybody in the workspace.
  audience text,
  -- The resource as the public API showed it then, without inputs and secrets.
  data jsonb not null,
  primary key (workspace_id, seq),
  constraint event_id_unique unique (id),
  constraint event_id_shape check (id ~ '^evt_[0-9a-hjkmnp-tv-z]{26}$')
);

create index events_by_resource on events (workspace_id, resource_id, seq);

-- Retention deletes the oldest.
create index events_by_age on events (stored_at);
