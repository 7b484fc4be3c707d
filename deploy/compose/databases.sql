-- A database per service, created once by the PostgreSQL image on an empty volume.
-- generated: databases
create database rotamer_billing;
create database rotamer_files;
create database rotamer_jobs;
create database rotamer_workflows;
create database rotamer_projects;
create database rotamer_notifications;
create database rotamer_gateway;
-- end
