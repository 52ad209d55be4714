-- The local IP address from which the requests of an account are sent. Null when no address was chosen.
alter table exchange_accounts add column source_address text;
