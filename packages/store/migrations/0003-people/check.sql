-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename in (
  'second_factors', 'recovery_codes', 'reset_links', 'login_records', 'audit_entries')) = 5
  and not exists (select 1 from users where has_granted <> (approval = 'approved'))
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_audit_rewrite'::regproc) = 1 as ok;
