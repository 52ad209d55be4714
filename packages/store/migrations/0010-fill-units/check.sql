-- Answers one row `ok`: true when the schema stands as up.sql leaves it.
select count(*) = 2 as ok from information_schema.columns
where table_schema = current_schema() and table_name = 'fills' and column_name in ('tick_sz', 'lot_sz');
