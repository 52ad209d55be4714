-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select count(*) = 3 as ok from information_schema.columns where table_schema = current_schema() and table_name = 'open_sockets';
