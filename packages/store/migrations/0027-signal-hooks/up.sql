-- The secret address of a bot to which programs of its owner send signals, and the messages that arrived there.
create table signal_hooks (
  bot_id text primary key references bots (id),
  token_hash bytea not null unique,
  created_at bigint not null
);

create table hook_messages (
  bot_id text not null references bots (id),
  message_key text not null,
  action text not null check (action in ('open', 'hold', 'last')),
  sent_at bigint,
  received_at bigint not null,
  valid_until bigint not null,
  is_late boolean not null,
  body_hash text not null,
  primary key (bot_id, message_key)
);
create unique index hook_messages_received on hook_messages (bot_id, received_at);
create index hook_messages_valid on hook_messages (valid_until) where action = 'open' and not is_late;
create trigger hook_messages_append_only before update or delete or truncate on hook_messages for each statement execute function refuse_rewrite();

-- A message may hold a bot, and the owner of a bot may release the hold: two new kinds of commands.
alter table bot_commands drop constraint bot_commands_kind_check;
alter table bot_commands add constraint bot_commands_kind_check check (kind in ('stop_close', 'stop_keep', 'set_last', 'release_guard', 'recover_trade', 'recover_exit', 'hold_rounds', 'release_hold'));
