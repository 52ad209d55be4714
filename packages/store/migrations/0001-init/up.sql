-- The whole first schema. Instants are epoch milliseconds in bigint; money is numeric; prices and sizes are whole ticks and lots in numeric.

create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  username text not null unique,
  name text not null,
  level integer not null check (level >= 0),
  role text not null check (role in ('member', 'operator')),
  has_granted boolean not null,
  password_hash text not null,
  ref text,
  created_at bigint not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  remembered boolean not null,
  created_at bigint not null,
  ends_at bigint not null,
  revoked_at bigint
);
create index sessions_user on sessions (user_id);

create table session_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  issued_at bigint not null,
  expires_at bigint not null,
  replaced_at bigint check (replaced_at is null or kind = 'refresh')
);
create index session_tokens_session on session_tokens (session_id, expires_at);

create table tickets (
  ticket_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  account_id text,
  expires_at bigint not null
);
create index tickets_expiry on tickets (expires_at);

create table exchange_accounts (
  id text primary key,
  user_id text not null references users (id),
  exchange text not null check (exchange in ('okx', 'lbank')),
  label text not null,
  uid text not null,
  environment text not null check (environment in ('sandbox', 'demo', 'live')),
  domain text not null,
  masked_key text not null,
  wrapped_key bytea,
  sealed_api_key bytea,
  sealed_secret_key bytea,
  sealed_passphrase bytea,
  created_at bigint not null,
  unlinked_at bigint,
  check ((unlinked_at is null) = (wrapped_key is not null)),
  check (num_nulls(wrapped_key, sealed_api_key, sealed_secret_key, sealed_passphrase) in (0, 4))
);
create unique index exchange_accounts_uid on exchange_accounts (exchange, environment, uid) where unlinked_at is null;
create index exchange_accounts_user on exchange_accounts (user_id);

-- Who may send commands for an account. `node_key` is the advisory lock that its holder keeps while it lives.
create table leases (
  account_id text primary key references exchange_accounts (id),
  node_id text,
  node_key bigint,
  epoch bigint not null check (epoch > 0),
  expires_at timestamptz not null
);

create sequence bot_numbers as bigint start 1;

create table bots (
  id text primary key,
  bot_number bigint not null unique default nextval('bot_numbers'),
  user_id text not null references users (id),
  account_id text not null references exchange_accounts (id),
  instrument_id text not null,
  name text not null,
  direction text not null check (direction in ('long', 'short')),
  config text not null,
  plan_summary text not null,
  reserved_margin numeric not null check (reserved_margin > 0),
  idempotency_key text not null,
  course text not null default 'running' check (course in ('running', 'last', 'closing', 'done')),
  stop_kind text check (stop_kind in ('stop_close', 'stop_keep')),
  created_at bigint not null,
  ended_at bigint,
  unique (user_id, idempotency_key),
  check ((course = 'done') = (ended_at is not null))
);
alter sequence bot_numbers owned by bots.bot_number;
create unique index bots_active_slot on bots (account_id, instrument_id) where ended_at is null;
create index bots_user on bots (user_id, ended_at);

create table bot_events (
  bot_id text not null references bots (id),
  position integer not null check (position > 0),
  key text not null,
  body text not null,
  at bigint not null,
  primary key (bot_id, position),
  unique (bot_id, key)
);

create table bot_views (
  bot_id text primary key references bots (id),
  phase text not null,
  status text not null check (status in ('active', 'completed')),
  end_reason text,
  round integer not null,
  cycles integer not null,
  current_step integer not null,
  is_last boolean not null,
  entry_price numeric,
  position_size numeric not null,
  realised_pnl numeric not null,
  state text not null,
  event_position integer not null,
  updated_at bigint not null,
  ended_at bigint
);

create table bot_logs (
  id bigint generated always as identity primary key,
  bot_id text not null references bots (id),
  type text not null check (type in ('PROFIT', 'LOSS', 'ERROR', 'ORDER', 'OTHER')),
  message_key text not null,
  parameters text not null,
  at bigint not null
);
-- A line told twice is one line.
create unique index bot_logs_once on bot_logs (bot_id, at, message_key, md5(parameters));

create table bot_commands (
  id text primary key,
  sequence bigint generated always as identity,
  bot_id text not null references bots (id),
  kind text not null check (kind in ('stop_close', 'stop_keep', 'set_last')),
  is_last boolean check ((is_last is not null) = (kind = 'set_last')),
  request_id text not null,
  created_at bigint not null,
  settled_at bigint,
  unique (bot_id, request_id)
);
create index bot_commands_pending on bot_commands (bot_id, sequence) where settled_at is null;

create table intents (
  id text not null,
  account_id text not null references exchange_accounts (id),
  bot_id text not null references bots (id),
  bot_number bigint not null,
  round integer not null,
  kind text not null check (kind in ('entry', 'takeProfit', 'baseExit', 'close', 'stopLoss')),
  step integer not null,
  generation integer not null,
  client_id text not null,
  verb text not null check (verb in ('place', 'amend', 'cancel')),
  payload text not null,
  payload_hash text not null,
  deadline_at bigint not null,
  epoch bigint not null,
  state text not null check (state in ('sent', 'live', 'partiallyFilled', 'filled', 'cancelled', 'rejected', 'never', 'unknown', 'done')),
  evidence text not null,
  sent_at bigint not null,
  sequence bigint generated always as identity,
  primary key (account_id, id)
);
create index intents_open on intents (account_id) where state in ('sent', 'live', 'partiallyFilled', 'unknown');
create index intents_client on intents (account_id, client_id);
create index intents_bot on intents (bot_id, round, sequence);

create table fills (
  account_id text not null references exchange_accounts (id),
  instrument_id text not null,
  fill_id text not null,
  venue_order_id text not null,
  client_id text not null,
  side text not null check (side in ('buy', 'sell')),
  position_side text not null check (position_side in ('long', 'short', 'net')),
  price_ticks numeric not null check (price_ticks > 0 and scale(price_ticks) = 0),
  lots numeric not null check (lots > 0 and scale(lots) = 0),
  fee numeric not null,
  liquidity text not null check (liquidity in ('maker', 'taker')),
  kind text not null check (kind in ('trade', 'liquidation', 'adl')),
  bill_id text not null,
  at bigint not null,
  bot_id text references bots (id),
  slot_bot_number bigint,
  slot_round integer,
  slot_kind text check (slot_kind in ('entry', 'takeProfit', 'baseExit', 'close', 'stopLoss')),
  slot_step integer,
  slot_generation integer,
  sequence bigint generated always as identity,
  primary key (account_id, instrument_id, fill_id, venue_order_id),
  check (num_nulls(slot_bot_number, slot_round, slot_kind, slot_step, slot_generation) in (0, 5))
);
create index fills_bot on fills (bot_id, at, sequence);

create table bills (
  account_id text not null references exchange_accounts (id),
  bill_id text not null,
  instrument_id text not null,
  client_id text not null,
  fill_id text not null,
  kind text not null check (kind in ('trade', 'funding', 'liquidation', 'adl', 'transfer', 'other')),
  balance_change numeric not null,
  pnl numeric not null,
  fee numeric not null,
  at bigint not null,
  bot_id text references bots (id),
  sequence bigint generated always as identity,
  primary key (account_id, bill_id)
);
create index bills_bot on bills (bot_id, at, sequence);

-- Up to which bill id the exchange's lists were read in full; a pushed fill never moves it.
create table journal_cursors (
  account_id text not null references exchange_accounts (id),
  kind text not null check (kind in ('fill', 'bill')),
  bill_id text not null,
  primary key (account_id, kind)
);

-- The demo world's past: each row is a run of the strategy over candles, with the fills from which it follows.
create table simulated_history (
  bot_id text primary key,
  user_id text not null references users (id),
  instrument_id text not null,
  name text not null,
  direction text not null check (direction in ('long', 'short')),
  config text not null,
  plan_summary text not null,
  net_pnl numeric not null,
  rounds integer not null,
  cycles integer not null,
  end_reason text not null,
  started_at bigint not null,
  ended_at bigint not null check (ended_at >= started_at),
  fills text not null
);
create index simulated_history_user on simulated_history (user_id, ended_at);

create table settings (
  key text primary key,
  value jsonb not null
);

-- What happened is never rewritten: these tables only grow.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end;
$$;
create trigger bot_events_append_only before update or delete or truncate on bot_events for each statement execute function refuse_rewrite();
create trigger fills_append_only before update or delete or truncate on fills for each statement execute function refuse_rewrite();
create trigger bills_append_only before update or delete or truncate on bills for each statement execute function refuse_rewrite();
create trigger bot_logs_append_only before update or delete or truncate on bot_logs for each statement execute function refuse_rewrite();
create trigger intents_never_deleted before delete or truncate on intents for each statement execute function refuse_rewrite();
create trigger bots_never_deleted before delete or truncate on bots for each statement execute function refuse_rewrite();
