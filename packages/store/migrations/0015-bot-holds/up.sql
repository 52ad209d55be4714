-- The view of a bot contains the owners of its holds, so that each owner can hold and release the bot without a look into the state.
alter table bot_views add column held_by text not null default '';
-- A paused bot of an earlier version is held by the grant.
update bot_views set held_by = 'grant' where phase = 'paused';
