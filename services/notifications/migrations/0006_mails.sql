-- Mails about events, which the gateway sent before. Choices belong to an address, because people without an account are invited too.

create table notice_choices (
  email text not null,
  kind text not null,
  choice text not null,
  primary key (email, kind),
  constraint notice_choice check (choice in ('always', 'requested', 'never')),
  constraint notice_choice_email_length check (char_length(email) <= 254)
);

-- Jobs and runs whose submission asked for a mail at their end.
create table notice_requests (
  subject_id text primary key,
  user_id text not null,
  created_at timestamptz(3) not null default now()
);

create index notice_requests_created_at on notice_requests (created_at);

-- What people are still to be notified of. It is collected for some minutes, so that many ended jobs are one mail.
create table pending_notices (
  event_id text not null,
  -- Empty: owners and admins of the workspace, and the reader. A pass of the loop makes a row for each of them.
  user_id text not null,
  -- The user, or the key id of the API key, whose budget it is.
  reader text,
  kind text not null,
  workspace_id text not null,
  -- The job, run, budget or webhook endpoint.
  subject_id text not null,
  -- The tool or the workflow.
  title text not null,
  name text,
  outcome text not null,
  recorded_at timestamptz(3) not null default now(),
  primary key (event_id, user_id)
);

create index pending_notices_recorded_at on pending_notices (recorded_at);
create index pending_notices_of_subjects on pending_notices (subject_id);

-- How many of these mails a person was sent on a day (UTC).
create table notice_days (
  user_id text not null,
  day date not null,
  mails int not null,
  primary key (user_id, day)
);

-- Mails still to be sent. `data` is what the template needs, without secrets: links are composed when a mail is sent.
create table mails (
  id text primary key,
  template text not null,
  recipient text not null,
  data jsonb not null,
  attempts int not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint mails_recipient_length check (char_length(recipient) <= 254)
);

create index mails_due on mails (next_attempt_at);

-- Who people are, as the gateway last said. Only the gateway changes people.
create table people (
  user_id text primary key,
  email text not null,
  version bigint not null
);

create table people_roles (
  workspace_id text not null,
  user_id text not null references people on delete cascade,
  role text not null,
  primary key (workspace_id, user_id)
);

create index people_roles_of_users on people_roles (user_id);

create table people_keys (
  key_id text primary key,
  user_id text not null references people on delete cascade
);

create index people_keys_of_users on people_keys (user_id);

-- One row, once the gateway has put every person. Until then notices are collected and no mail is sent.
create table people_complete (
  only_row boolean primary key default true check (only_row),
  since timestamptz(3) not null default now()
);
