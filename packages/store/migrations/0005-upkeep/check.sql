-- Answers one row `ok`: true when the schema stands as up.sql leaves it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename in ('testimonial_consents', 'job_runs')) = 2 as ok;
