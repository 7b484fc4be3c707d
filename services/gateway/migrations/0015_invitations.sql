-- Invitations to workspaces. The token of a link is derived from the id and the address, and stored nowhere.

create table invitations (
  id text primary key,
  workspace_id text not null,
  email text not null,
  role text not null,
  -- The user who invites, and must still have the right to when the invitation is accepted.
  invited_by text not null references users (id),
  created_at timestamptz(3) not null,
  -- When the last mail was queued, and how many were.
  sent_at timestamptz(3) not null,
  sends int not null default 1,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  constraint invitation_role check (role in ('viewer', 'member', 'admin', 'owner')),
  constraint invitation_email_length check (char_length(email) <= 254)
);

create index invitations_of_workspaces on invitations (workspace_id, id);
create unique index invitations_not_ended on invitations (workspace_id, email)
  where accepted_at is null and withdrawn_at is null;
