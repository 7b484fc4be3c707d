-- How many mails of one job an address was sent on a day: who is removed and invited again needs the link of a new mail.
alter table invitation_mails add column mails int not null default 1;
