-- Signing in with OpenID Connect: whom a person at a provider is here, which memberships its rules made, and which sign-ins
-- are completed.

create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (issuer, subject),
  constraint identity_texts check (char_length(issuer) <= 500 and char_length(subject) <= 255)
);

create index identities_of_users on identities (user_id);

-- A membership without a row here was made by an invitation or an operator, and does not follow the groups of its holder.
create table rule_memberships (
  workspace_id text not null,
  user_id text not null,
  issuer text not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);

create table used_sign_ins (
  state text primary key,
  ends_at timestamptz(3) not null
);

create index used_sign_ins_ends_at on used_sign_ins (ends_at);
