-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = 'account_labels') as ok;
