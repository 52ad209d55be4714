-- The owner of a bot may release its loss guard: a new kind of command.
alter table bot_commands drop constraint bot_commands_kind_check;
alter table bot_commands add constraint bot_commands_kind_check check (kind in ('stop_close', 'stop_keep', 'set_last', 'release_guard'));
