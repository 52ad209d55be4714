-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_schema = current_schema() and table_name in ('signal_hooks', 'hook_messages')) = 11
  and exists (select 1 from pg_constraint where conrelid = 'bot_commands'::regclass and conname = 'bot_commands_kind_check' and pg_get_constraintdef(oid) like '%release_hold%') as ok;
