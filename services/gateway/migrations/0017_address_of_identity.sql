-- The verified e-mail address that a provider last gave for a person. When it changes there, the user's address follows.
alter table identities add column email text;
alter table identities add constraint identity_email_length check (char_length(email) <= 254) not valid;
alter table identities validate constraint identity_email_length;
