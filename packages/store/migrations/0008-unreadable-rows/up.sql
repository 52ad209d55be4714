-- The rows of lists of the exchange that cannot be translated. The bot of such a row is frozen.
create table unreadable_rows (
  account_id text not null references exchange_accounts (id),
  list text not null check (list in ('fill', 'bill')),
  -- The bill id of the row, or a hash of the row when the row has no readable bill id.
  row_key text not null,
  instrument_id text,
  at bigint,
  cause text not null,
  -- The row itself, cut to a bounded length.
  raw text not null,
  read_at bigint not null,
  primary key (account_id, list, row_key)
);
