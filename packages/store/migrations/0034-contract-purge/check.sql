-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_schema = current_schema() and table_name in ('past_bots', 'past_orders')) = 5
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_past_bot'::regproc) = 1
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_kept_rewrite'::regproc) = 9
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_young_purge'::regproc) = 6 as ok;
