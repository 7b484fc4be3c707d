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
