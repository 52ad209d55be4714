-- The reason of the operator why bots may trade with a key of this account that is bound to no IP address, or null.
alter table exchange_accounts add column unbound_reason text;
