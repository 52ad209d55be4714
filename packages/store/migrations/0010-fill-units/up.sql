-- The units of the price and the size of a fill. Null: the units of the bot at its creation.
alter table fills add column tick_sz numeric check (tick_sz > 0), add column lot_sz numeric check (lot_sz > 0);
