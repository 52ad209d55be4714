-- The budgets of calls that protect secrets and money, counted over all nodes. The key is a digest, so that no address and no e-mail is stored.
create table throttles (
  key bytea primary key,
  points integer not null,
  expires_at timestamptz not null
) with (fillfactor = 50);
create index throttles_expiry on throttles (expires_at);
