-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename in ('testimonial_consents', 'job_runs')) = 2 as ok;
