-- What a release knows of the taxa of its records: 'taxa', or 'lineage' when also of the taxa above them. Null: nothing.
alter table dataset_releases
  add column taxonomy text,
  add constraint release_taxonomy check (taxonomy in ('taxa', 'lineage'));
