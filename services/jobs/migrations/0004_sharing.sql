-- Who outside the workspace may look at a job, and the mails that tell them.

alter table jobs add column visibility text not null default 'PRIVATE'
  check (visibility in ('PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED'));

-- One invitation per job and normalised address. Its link's token is made from its id and dies with the row.
create table job_shares (
  id text primary key,
  job_id text not null references jobs (id) on delete cascade,
  email text not null,
  claimed_at timestamptz(3),
  unique (job_id, email)
);

-- Mails that are still to be sent, written with their invitation and gone with it.
create table share_mails (
  share_id text primary key references job_shares (id) on delete cascade,
  attempts int not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);

create index share_mails_due on share_mails (next_attempt_at);
