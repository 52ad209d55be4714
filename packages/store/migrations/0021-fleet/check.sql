-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select (select count(*) from information_schema.columns where table_name = 'nodes') = 15
  and exists (select 1 from information_schema.columns where table_name = 'leases' and column_name = 'next') as ok;
