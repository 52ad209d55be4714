-- Linking by consent: states, consents with sealed tokens, and replacements of trading keys. Instants are epoch milliseconds.

-- A state is kept as its digest; it is bound to the user and session that registered it and is used once.
create table oauth_states (
  state_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('oauth', 'fast_api')),
  account_id text,
  expires_at bigint not null,
  used_at bigint
);
create index oauth_states_expiry on oauth_states (expires_at);

-- One living consent per account and kind. `account_id` may be of an account that has no key yet, so it refers to nothing.
create table consents (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  kind text not null check (kind in ('oauth', 'fast_api')),
  environment text not null check (environment in ('sandbox', 'demo', 'live')),
  domain text not null,
  uid text,
  wrapped_key bytea,
  sealed_access_token bytea,
  sealed_refresh_token bytea,
  expires_at bigint not null,
  refresh_expires_at bigint,
  created_at bigint not null,
  ended_at bigint,
  check ((ended_at is null) = (wrapped_key is not null)),
  check (num_nulls(wrapped_key, sealed_access_token) in (0, 2)),
  check (sealed_refresh_token is null or wrapped_key is not null),
  check ((sealed_refresh_token is null) or (refresh_expires_at is not null))
);
create unique index consents_living on consents (account_id, kind) where ended_at is null;
create index consents_user on consents (user_id) where ended_at is null;

-- The saga of a key's replacement. An unfinished row gates the account, also after a restart.
create table key_changes (
  id text primary key,
  account_id text not null,
  user_id text not null references users (id) on delete cascade,
  step text not null check (step in ('gated', 'deleting', 'creating', 'missing', 'done', 'abandoned')),
  started_at bigint not null,
  updated_at bigint not null
);
create unique index key_changes_open on key_changes (account_id) where step not in ('done', 'abandoned');

-- The position mode that the account had when no bot of it ran.
alter table exchange_accounts add column position_mode text check (position_mode in ('hedge', 'net'));
