-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_schema = current_schema() and table_name = 'person_moves') = 7
  and (select count(*) from information_schema.columns where table_schema = current_schema() and table_name = 'moved_accounts') = 2
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_moving_person'::regproc) = 14 as ok;
