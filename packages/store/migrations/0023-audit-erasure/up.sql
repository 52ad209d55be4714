-- The reason of a decision about a deleted person is erased. `erasure` is a keyed digest of the remaining line, which shows that the program has erased the reason.
alter table audit_entries add column erasure bytea;

create or replace function refuse_audit_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rondo.purge', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and current_setting('rondo.erase', true) = 'on' then
    return null;
  end if;
  raise exception 'table % is append-only', tg_table_name;
end;
$$;
