-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename in ('oauth_states', 'consents', 'key_changes')) = 3
  and exists (select 1 from pg_indexes where schemaname = current_schema() and indexname = 'consents_living')
  and exists (select 1 from pg_indexes where schemaname = current_schema() and indexname = 'key_changes_open')
  and exists (select 1 from information_schema.columns where table_schema = current_schema()
    and table_name = 'exchange_accounts' and column_name = 'position_mode') as ok;
