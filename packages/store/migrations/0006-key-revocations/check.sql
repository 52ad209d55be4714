-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename = 'key_revocations') = 1
  and (select count(*) from pg_indexes where schemaname = current_schema() and indexname in ('key_revocations_ordered', 'key_changes_user')) = 2 as ok;
