-- What people write beside an exchange account that is linked with a key, and what its last test found.
create table account_labels (
  account_id text primary key references exchange_accounts (id) on delete cascade,
  is_testnet boolean not null,
  may_read boolean not null,
  may_trade boolean not null,
  tags text not null,
  description text not null,
  status text not null check (status in ('unchecked', 'connected', 'failed')),
  checked_at bigint
);
