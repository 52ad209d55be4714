-- The moves of people between two databases of one installation. A move has one row in each of the two databases, with the same id. `out` is the row of the database that
-- the person leaves: `fenced` (nobody trades the accounts, and nothing of the person changes), `left` (the other database is responsible) and `done` (the identity and the
-- keys of the person are erased here). `in` is the row of the other database: `arrived` (all rows are here, and nobody trades the accounts) and `open`.
create table person_moves (
  id text primary key,
  user_id text not null,
  direction text not null check (direction in ('out', 'in')),
  state text not null check (state in ('fenced', 'left', 'done', 'arrived', 'open')),
  other text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  check ((direction = 'out') = (state in ('fenced', 'left', 'done'))),
  check ((ended_at is not null) = (state in ('done', 'open')))
);
create index person_moves_running on person_moves (user_id) where ended_at is null;

-- The exchange accounts that were moved to another database, as SHA-256 of exchange, environment and uid. They are not linked here again, because both databases would
-- trade them.
create table moved_accounts (
  digest text primary key,
  move_id text not null references person_moves (id)
);

-- Refuses a change of what belongs to a person who is being moved, because the change would be lost. The row of the person is locked before the look, so a change ends
-- before the fence, or sees it. The argument names the column that leads to the person.
create function refuse_moving_person() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  reference text := changed ->> tg_argv[0];
  person text;
begin
  if current_setting('rondo.move', true) = 'on' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  person := case tg_argv[0]
    when 'account_id' then (select user_id from exchange_accounts where id = reference)
    when 'bot_id' then (select user_id from bots where id = reference)
    else reference end;
  perform 1 from users where id = person for key share;
  if exists (select 1 from person_moves where user_id = person and ended_at is null) then
    raise exception 'the person is being moved to another database' using errcode = 'RM001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
create trigger users_moving before update or delete on users for each row execute function refuse_moving_person('id');
create trigger second_factors_moving before insert or update or delete on second_factors for each row execute function refuse_moving_person('user_id');
create trigger recovery_codes_moving before insert or update or delete on recovery_codes for each row execute function refuse_moving_person('user_id');
create trigger passkeys_moving before insert or update or delete on passkeys for each row execute function refuse_moving_person('user_id');
create trigger testimonial_consents_moving before insert or update or delete on testimonial_consents for each row execute function refuse_moving_person('user_id');
create trigger exchange_accounts_moving before insert or delete or update of unlinked_at, wrapped_key, label on exchange_accounts
  for each row execute function refuse_moving_person('user_id');
create trigger account_labels_moving before insert or update or delete on account_labels for each row execute function refuse_moving_person('account_id');
create trigger consents_moving before insert or update or delete on consents for each row execute function refuse_moving_person('user_id');
create trigger key_changes_moving before insert or update or delete on key_changes for each row execute function refuse_moving_person('user_id');
create trigger key_revocations_moving before insert or update or delete on key_revocations for each row execute function refuse_moving_person('account_id');
create trigger bots_moving before insert on bots for each row execute function refuse_moving_person('user_id');
create trigger bot_commands_moving before insert on bot_commands for each row execute function refuse_moving_person('bot_id');
create trigger signal_hooks_moving before insert or update or delete on signal_hooks for each row execute function refuse_moving_person('bot_id');
create trigger hook_messages_moving before insert on hook_messages for each row execute function refuse_moving_person('bot_id');
