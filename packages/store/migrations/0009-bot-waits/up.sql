-- The waits of the slots of a bot after refusals, and its reported position difference. The events of the bot do not contain them.
create table bot_waits (
  bot_id text primary key references bots (id),
  -- The epoch of the lease whose holder wrote the row.
  epoch bigint not null,
  body text not null
);
