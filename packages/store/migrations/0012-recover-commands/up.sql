-- The owner of a bot may recover it after a missed entry or a reduction by hand: two new kinds of commands.
alter table bot_commands drop constraint bot_commands_kind_check;
alter table bot_commands add constraint bot_commands_kind_check check (kind in ('stop_close', 'stop_keep', 'set_last', 'release_guard', 'recover_trade', 'recover_exit'));
