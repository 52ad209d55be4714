-- The view of a bot contains the slots whose order its owner has cancelled at the exchange, so that the list of the next moves leaves them out.
alter table bot_views add column skipped_slots text not null default '';
