-- The folded state of a bot after one of its events. A restart begins with the newest checkpoint and not with the first event.
create table bot_checkpoints (
  bot_id text not null references bots (id),
  position integer not null check (position > 0),
  -- The version of the code that calculated the state. A restart uses only checkpoints of its own version.
  fold_version integer not null,
  body text not null,
  hash text not null,
  -- Every fill of the bot up to this sequence has an event.
  fill_sequence bigint not null,
  primary key (bot_id, position)
);

-- A restart reads the fills of open orders, the fills without an event and the fills from outside. The number of these fills does not grow with the age of a bot.
create index fills_client on fills (account_id, client_id) where bot_id is not null;
create index fills_sequence on fills (bot_id, sequence);
create index fills_outside on fills (account_id, instrument_id, at) where bot_id is null;
