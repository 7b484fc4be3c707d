-- Notifications sends the mails about events, so it has to know who people are. Each change of a person counts a version here, and a
-- loop sends persons whose version was not sent yet.

create table person_versions (
  user_id text primary key,
  version bigint not null default 1,
  sent_version bigint not null default 0
);

create index person_versions_to_send on person_versions (user_id) where sent_version <> version;

insert into person_versions (user_id) select id from users;
