-- The last readings of each account, which the node that trades the account writes for the other nodes.
create table account_states (
  account_id text primary key references exchange_accounts (id),
  epoch bigint not null,
  picture jsonb not null,
  written_at timestamptz not null
) with (fillfactor = 50);

-- The accounts that a person watches through any node. Their states are written each second.
create table account_watches (
  account_id text primary key references exchange_accounts (id),
  watched_until timestamptz not null
) with (fillfactor = 50);
