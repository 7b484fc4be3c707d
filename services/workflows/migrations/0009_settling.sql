-- An attempt whose nodes have finished ends once the charges of all its jobs are final.
alter table attempts add column settling boolean not null default false;
