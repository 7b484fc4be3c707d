-- The text in UTF-8 of an upload that is packed or in another encoding: stored beside its bytes, for jobs.
alter table files add column text_size bigint;
alter table files add column text_sha256 text;
comment on column files.text_size is 'Bytes; null: the bytes of the file are UTF-8, or no text.';
