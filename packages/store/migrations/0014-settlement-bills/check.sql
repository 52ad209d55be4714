-- Answers one row `ok`: true when the schema stands as up.sql leaves it.
select count(*) = 1 as ok from pg_constraint
where conrelid = 'bills'::regclass and conname = 'bills_kind_check' and pg_get_constraintdef(oid) like '%settlement%';
