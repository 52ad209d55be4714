-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_kept_rewrite' and t.tgrelid in ('hook_messages'::regclass, 'signal_readings'::regclass, 'ai_decisions'::regclass)) = 3
  and exists (select 1 from pg_class where relname = 'signal_readings_computed' and relkind = 'i') as ok;
