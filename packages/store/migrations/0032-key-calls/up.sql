-- Calls that need the master key. A node without the master key inserts a row, and a node that trades takes it and stores the result. The input is sealed for the
-- signers. All times are times of the clock of the database.
create table key_calls (
  id text primary key,
  name text not null,
  input bytea not null,
  wanted_node text,
  requested_at timestamptz not null,
  taken_by text,
  result text
);
