-- Mails that people want. Choices belong to an address, because people without an account are invited too.

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
  user_id text not null,
  kind text not null,
  workspace_id text not null,
  -- The job, run or budget.
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
