-- Passkeys. A passkey belongs to the second factor of its person, so the removal of the second factor removes the passkeys too. The row of a person who has
-- passkeys only has a secret that nobody knows, so older programs accept a recovery code only.
alter table second_factors add column has_authenticator boolean not null default true;

create table passkeys (
  id text primary key,
  user_id text not null references second_factors (user_id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  synced boolean not null,
  rp_id text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_user on passkeys (user_id);
