-- What a running node tells the other nodes. A row without `name` belongs to an older program, which takes no part in the placement. `load` is the number of
-- accounts that the node owns. A node with `draining` hands its accounts over. `has_closed` is true when the node has ended in order.
alter table nodes add column name text;
alter table nodes add column role text check (role in ('all', 'api', 'engine'));
alter table nodes add column version text;
alter table nodes add column addresses text;
alter table nodes add column weight integer not null default 1 check (weight > 0);
alter table nodes add column capacity integer not null default 0 check (capacity >= 0);
alter table nodes add column load integer not null default 0;
alter table nodes add column draining boolean not null default false;
alter table nodes add column has_closed boolean not null default false;

-- The name of the node to which the last owner has handed the account over. This node takes the lease first.
alter table leases add column next text;
