-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from pg_tables where schemaname = current_schema() and tablename in (
  'users', 'sessions', 'session_tokens', 'tickets', 'exchange_accounts', 'leases', 'bots', 'bot_events', 'bot_views',
  'bot_logs', 'bot_commands', 'intents', 'fills', 'bills', 'journal_cursors', 'simulated_history', 'settings')) = 17
  and exists (select 1 from pg_indexes where schemaname = current_schema() and indexname = 'bots_active_slot')
  and (select count(*) from pg_trigger where not tgisinternal and tgfoid = 'refuse_rewrite'::regproc) = 6 as ok;
