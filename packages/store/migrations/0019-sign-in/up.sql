-- The devices from which people have logged in, the number of wrong codes in a row, and whether a log-in came from a known device.
create table devices (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  agent text not null,
  first_at bigint not null,
  last_at bigint not null
);
create index devices_user on devices (user_id, last_at);

alter table second_factors add wrong_codes integer not null default 0;
alter table login_records add known_device boolean not null default false;
