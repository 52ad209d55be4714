-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select exists (select 1 from information_schema.columns where table_schema = current_schema() and table_name = 'exchange_accounts' and column_name = 'source_address') as ok;
