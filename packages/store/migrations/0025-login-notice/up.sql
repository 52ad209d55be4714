-- The session that an attempt to log in has opened, its browser, and the time at which another session of the person has confirmed the attempt.
alter table login_records add session_id text;
alter table login_records add agent text not null default '';
alter table login_records add seen_at bigint;
-- Attempts before this migration cause no notice.
update login_records set seen_at = at;
alter table login_records add check (outcome in ('done', 'wrong password', 'code missing', 'wrong code', 'changed meanwhile'));
