-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_name = 'nodes') = 6
  and (select count(*) from information_schema.columns where table_name = 'lease_history') = 4 as ok;
