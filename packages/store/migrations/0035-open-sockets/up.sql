-- The open sockets of a person at all nodes, so that the limit of sockets per person holds over all nodes. `opened_by` is the incarnation of the node. The places of
-- a node that has ended are free, so its rows are replaced and need no job that deletes them.
create table open_sockets (
  user_id text not null references users (id) on delete cascade,
  slot integer not null check (slot > 0),
  opened_by text not null,
  primary key (user_id, slot)
);
