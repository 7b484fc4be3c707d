-- Links to sign in that were asked for. The token of a link is derived from its id and stored nowhere. Without a user the mailbox
-- has no account, or has used its share: no mail is sent, and the link signs nobody in.

create table login_links (
  id text primary key,
  email text not null,
  user_id text references users (id),
  -- Where the request came from: an IPv4 address, or the /64 of an IPv6 address.
  address text not null,
  -- The path to which the person returns.
  next text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint login_link_texts check (char_length(email) <= 254 and char_length(address) <= 64 and char_length(next) <= 500)
);

create index login_links_of_mailboxes on login_links (email, created_at);
create index login_links_of_addresses on login_links (address, created_at);
create index login_links_created_at on login_links (created_at);
