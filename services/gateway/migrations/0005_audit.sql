-- The audit log: who did what to which resource. An intent is stored before the action and becomes an entry after it, so an action
-- whose process dies still gets an entry, with the outcome `unknown`.

create table audit_intents (
  id text primary key,
  -- The id of a workspace, or `operator`.
  chain text not null,
  -- What was known before the action, as JSON.
  intent text not null,
  -- How the action ended, as JSON; null while that is not known.
  ended text,
  -- When the intent becomes an entry even though nobody reported how the action ended.
  due_at timestamptz(3) not null
);

create index audit_intents_due on audit_intents (due_at);

-- The newest entry of each chain, beside the entries: a chain whose newest rows are missing differs from its head.
create table audit_heads (
  chain text primary key,
  count bigint not null default 0,
  hash bytea not null default '\x'
);

-- Append-only (functions/refuseAuditChange.sql). Each hash covers the entry and the hash before it.
create table audit_entries (
  chain text not null,
  -- Counts the entries of a chain from 1.
  number bigint not null,
  id text not null unique,
  -- The workspace whose admins may read the entry; null for an operator command about no workspace.
  workspace_id text,
  -- When the outcome was known.
  at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  actor_kind text not null,
  user_id text,
  -- The public id of the key or session.
  key_id text,
  action text not null,
  resource_type text not null,
  resource_id text,
  address text,
  request_id text,
  outcome text not null,
  -- The error code of a refusal or failure.
  code text,
  -- JSON: ids, amounts and enumerations.
  facts text,
  hash bytea not null,
  primary key (chain, number),
  constraint audit_actor_kind check (actor_kind in ('key', 'session', 'operator', 'system')),
  constraint audit_outcome check (outcome in ('ok', 'refused', 'unknown'))
);

create index audit_entries_workspace on audit_entries (workspace_id, id);
create index audit_entries_user on audit_entries (workspace_id, user_id, id);
create index audit_entries_action on audit_entries (workspace_id, action, id);
create index audit_entries_resource on audit_entries (workspace_id, resource_id, id);
