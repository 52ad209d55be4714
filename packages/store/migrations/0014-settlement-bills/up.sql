-- The exchange settles the position of an expired instrument: a new kind of bill.
alter table bills drop constraint bills_kind_check;
alter table bills add constraint bills_kind_check check (kind in ('trade', 'funding', 'liquidation', 'adl', 'settlement', 'transfer', 'other'));
