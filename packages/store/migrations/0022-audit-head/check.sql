-- Returns one row with the column `ok`. `ok` is true when the schema is as up.sql creates it.
select count(*) = 1 as ok from audit_head where line_count = 0 and mac = '';
