-- One row for each start of a server that has taken a lease. A lease is valid while the row of its owner is: `dead_at` is null and `seen_until` has not passed. A row
-- with `dead_at` never becomes valid again. `signal_key` is the advisory lock that the node holds. A new connection of the node gets a
-- new key at the time `signal_at`.
create table nodes (
  incarnation text primary key,
  signal_key integer not null,
  signal_at timestamptz not null,
  joined_at timestamptz not null,
  seen_until timestamptz not null,
  dead_at timestamptz
) with (fillfactor = 50);

-- Every acquisition of a lease: which node owned an account, in which epoch, and since when.
create table lease_history (
  account_id text not null references exchange_accounts (id),
  epoch bigint not null,
  owner text not null,
  taken_at timestamptz not null,
  primary key (account_id, epoch)
);
create index lease_history_taken on lease_history (taken_at);
