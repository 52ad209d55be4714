-- The signals of bots leave their tables only when their time is over, by the purge that says so.
create function refuse_kept_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rondo.purge', true) = 'on' then
    return null;
  end if;
  raise exception 'table % is append-only', tg_table_name;
end;
$$;

drop trigger hook_messages_append_only on hook_messages;
create trigger hook_messages_append_only before update or delete or truncate on hook_messages for each statement execute function refuse_kept_rewrite();

drop trigger signal_readings_append_only on signal_readings;
create trigger signal_readings_append_only before update or delete or truncate on signal_readings for each statement execute function refuse_kept_rewrite();

drop trigger ai_decisions_append_only on ai_decisions;
create trigger ai_decisions_append_only before delete or truncate on ai_decisions for each statement execute function refuse_kept_rewrite();

-- Readings are appended in the sequence of their times, so an index of the times of each block is sufficient for the purge.
create index signal_readings_computed on signal_readings using brin (computed_at);
