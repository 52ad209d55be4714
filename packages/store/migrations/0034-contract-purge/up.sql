-- Bots with their orders, fills and bills are deleted five years after their end, by the purge that says so (specification 9).

-- What remains of a deleted bot, so that neither its number, which is a part of the ids of its orders, nor the request that created it is used a second time.
create table past_bots (
  bot_number bigint primary key,
  user_id text not null references users (id),
  -- SHA-256 of the idempotency key.
  key_digest bytea not null,
  unique (user_id, key_digest)
);
create trigger past_bots_append_only before update or delete or truncate on past_bots for each statement execute function refuse_rewrite();

-- What remains of a deleted order: its client id, by which the order is still known as ours.
create table past_orders (
  account_id text not null references exchange_accounts (id),
  client_id text not null,
  primary key (account_id, client_id)
);
create trigger past_orders_append_only before update or delete or truncate on past_orders for each statement execute function refuse_rewrite();

-- Refuses the number and the request of a deleted bot like those of a stored bot, also for programs that do not know the table.
create function refuse_past_bot() returns trigger language plpgsql as $$
begin
  if exists (select 1 from past_bots where bot_number = new.bot_number) then
    raise exception 'a deleted bot had the number %', new.bot_number using errcode = 'unique_violation', constraint = 'past_bots_pkey';
  end if;
  if exists (select 1 from past_bots where user_id = new.user_id and key_digest = sha256(convert_to(new.idempotency_key, 'UTF8'))) then
    raise exception 'the request has created a bot that was deleted' using errcode = 'unique_violation', constraint = 'past_bots_user_id_key_digest_key';
  end if;
  return new;
end;
$$;
create trigger bots_past before insert on bots for each row execute function refuse_past_bot();

-- The journal leaves its tables only by the purge.
drop trigger bot_events_append_only on bot_events;
create trigger bot_events_append_only before update or delete or truncate on bot_events for each statement execute function refuse_kept_rewrite();
drop trigger fills_append_only on fills;
create trigger fills_append_only before update or delete or truncate on fills for each statement execute function refuse_kept_rewrite();
drop trigger bills_append_only on bills;
create trigger bills_append_only before update or delete or truncate on bills for each statement execute function refuse_kept_rewrite();
drop trigger bot_logs_append_only on bot_logs;
create trigger bot_logs_append_only before update or delete or truncate on bot_logs for each statement execute function refuse_kept_rewrite();
drop trigger intents_never_deleted on intents;
create trigger intents_never_deleted before delete or truncate on intents for each statement execute function refuse_kept_rewrite();
drop trigger bots_never_deleted on bots;
create trigger bots_never_deleted before delete or truncate on bots for each statement execute function refuse_kept_rewrite();

-- The purge itself is refused when the bot of a row has not ended, or has ended less than five years ago by the clock of the database. A fill or bill without a bot must be
-- older than five years.
create function refuse_young_purge() returns trigger language plpgsql as $$
declare
  oldest_kept bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint - 157852800000;
  is_young boolean;
begin
  if tg_table_name = 'bots' then
    is_young := exists (select 1 from gone where coalesce(ended_at, oldest_kept) >= oldest_kept);
  else
    is_young := exists (
      select 1 from gone g left join bots b on b.id = g.bot_id
      where coalesce(case when g.bot_id is null then (to_jsonb(g) ->> 'at')::bigint else b.ended_at end, oldest_kept) >= oldest_kept);
  end if;
  if is_young then
    raise exception 'table % is append-only: a deleted row is younger than five years', tg_table_name;
  end if;
  return null;
end;
$$;
create trigger bot_events_kept after delete on bot_events referencing old table as gone for each statement execute function refuse_young_purge();
create trigger fills_kept after delete on fills referencing old table as gone for each statement execute function refuse_young_purge();
create trigger bills_kept after delete on bills referencing old table as gone for each statement execute function refuse_young_purge();
create trigger bot_logs_kept after delete on bot_logs referencing old table as gone for each statement execute function refuse_young_purge();
create trigger intents_kept after delete on intents referencing old table as gone for each statement execute function refuse_young_purge();
create trigger bots_kept after delete on bots referencing old table as gone for each statement execute function refuse_young_purge();
