-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select count(*) = 1 as ok from pg_constraint
where conrelid = 'bot_commands'::regclass and conname = 'bot_commands_kind_check' and pg_get_constraintdef(oid) like '%recover_exit%';
