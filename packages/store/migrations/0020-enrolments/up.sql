-- One-time tokens of the command line with which operators turn on their second factor.
create table enrolments (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at bigint not null
);
create index enrolments_user on enrolments (user_id);

-- Sessions of operators end after 12 hours (decision 57).
update sessions set ends_at = least(ends_at, created_at + 43200000)
where user_id in (select id from users where role = 'operator');
