-- A database per service, run once by the image of PostgreSQL on an empty volume.
create database rotamer_billing;
create database rotamer_jobs;
create database rotamer_gateway;
create database rotamer_files;
