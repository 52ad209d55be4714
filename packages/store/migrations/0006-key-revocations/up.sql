-- The operator's order to end trading keys, a row per account. An open row pauses the account's bots, also after a restart.
create table key_revocations (
  account_id text primary key references exchange_accounts (id),
  reason text not null,
  step text not null check (step in ('ordered', 'revoked', 'ended')),
  -- deleted: the exchange no longer knows the key. remains: only our copy was destroyed.
  outcome text check (outcome in ('deleted', 'remains')),
  entries_left integer not null default 0,
  exits_left integer not null default 0,
  positions_left integer not null default 0,
  ordered_at bigint not null,
  -- Not looked at before this instant: the exchange did not answer.
  next_at bigint not null,
  settled_at bigint,
  check ((step = 'ordered') = (outcome is null)),
  check ((step = 'ordered') = (settled_at is null))
);
create index key_revocations_ordered on key_revocations (next_at, account_id) where step = 'ordered';
create index key_changes_user on key_changes (user_id) where step not in ('done', 'abandoned');
