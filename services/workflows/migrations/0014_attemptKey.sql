-- Public id of the API key or session with which the attempt was begun: billing counts its jobs by it. Null: not known.
alter table attempts add column key_id text;
