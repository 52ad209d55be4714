-- People: where they stand, what they agreed to, second factors, one-time links, log-ins, and the audit of who decided what.

alter table users
  add approval text not null default 'pending' check (approval in ('pending', 'approved', 'rejected', 'revoked')),
  add consent_version text,
  add consented_at bigint,
  add region text,
  add last_login_at bigint,
  add deleted_at bigint;
update users set approval = 'approved' where has_granted;
alter table users add constraint users_granted_is_approved check (has_granted = (approval = 'approved'));
create index users_approval on users (approval, created_at);

alter table sessions
  add agent text not null default '',
  add last_used_at bigint,
  add proved_at bigint,
  add second_factor_at bigint;
update sessions set last_used_at = created_at, proved_at = created_at;
alter table sessions alter last_used_at set not null, alter proved_at set not null;

create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  confirmed_at bigint,
  last_counter bigint not null default 0
);

create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);

create table reset_links (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  created_by text,
  expires_at bigint not null,
  used_at bigint
);
create index reset_links_user on reset_links (user_id);

-- Every try to log in. `user_id` is null when nobody has the e-mail: what was typed is not kept.
create table login_records (
  id bigint generated always as identity primary key,
  user_id text references users (id) on delete cascade,
  address text not null,
  outcome text not null,
  at bigint not null
);
create index login_records_user on login_records (user_id, at);
create index login_records_at on login_records (at);

-- Each line carries the digest of itself and the line before: a changed or lost line breaks the chain.
create table audit_entries (
  id bigint generated always as identity primary key,
  at bigint not null,
  actor_id text,
  action text not null,
  subject_id text,
  detail text not null,
  hash bytea not null
);
create index audit_entries_subject on audit_entries (subject_id, id);
create index audit_entries_at on audit_entries (at);

-- Lines leave the audit only when their time is over, by the purge that says so.
create function refuse_audit_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rondo.purge', true) = 'on' then
    return null;
  end if;
  raise exception 'table % is append-only', tg_table_name;
end;
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries for each statement execute function refuse_audit_rewrite();
