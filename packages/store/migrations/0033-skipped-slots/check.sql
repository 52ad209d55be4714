-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select count(*) = 1 as ok from information_schema.columns where table_name = 'bot_views' and column_name = 'skipped_slots' and is_nullable = 'NO';
