-- Answers one row `ok`: true when the schema stands as up.sql leaves it.
select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = 'account_labels') as ok;
