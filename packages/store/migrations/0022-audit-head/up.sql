-- The head of the audit: the number of stored and of purged lines, the digest before the oldest stored line, the digest of the newest line, the time since which
-- lines have keyed digests, and a digest of all these values. The digest `mac` is empty until a program with the key of the audit has signed the head.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  line_count bigint not null,
  purged_count bigint not null,
  hash_before bytea not null,
  last_hash bytea not null,
  keyed_at bigint not null,
  mac bytea not null
);
insert into audit_head (line_count, purged_count, hash_before, last_hash, keyed_at, mac) values (0, 0, '', '', 0, '');
