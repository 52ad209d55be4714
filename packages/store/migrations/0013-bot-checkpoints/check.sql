-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_schema = current_schema() and table_name = 'bot_checkpoints') = 6
  and (select count(*) from pg_indexes where schemaname = current_schema() and indexname in ('fills_client', 'fills_sequence', 'fills_outside')) = 3 as ok;
