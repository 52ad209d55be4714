-- The decisions of an AI model. A row is inserted before the model is called, so that every bar has at most one call, and it is completed once.
create table ai_decisions (
  model text not null,
  prompt_version text not null,
  instrument_id text not null,
  bar text not null,
  closed_at bigint not null,
  outcome text not null check (outcome in ('claimed', 'ok', 'timeout', 'refused', 'invalid', 'unavailable', 'capped')),
  detail text not null,
  prompt text not null,
  prompt_hash text not null,
  response text,
  decision text,
  latency_ms integer,
  prompt_tokens integer,
  completion_tokens integer,
  cost_micros bigint not null,
  claimed_at bigint not null,
  completed_at bigint,
  primary key (model, prompt_version, instrument_id, bar, closed_at)
);
create index ai_decisions_claimed on ai_decisions (claimed_at);
create index ai_decisions_instrument on ai_decisions (instrument_id, closed_at);

create function refuse_decision_rewrite() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'claimed' then
    raise exception 'a completed decision does not change';
  end if;
  return new;
end;
$$;
create trigger ai_decisions_complete_once before update on ai_decisions for each row execute function refuse_decision_rewrite();
create trigger ai_decisions_append_only before delete or truncate on ai_decisions for each statement execute function refuse_rewrite();

-- The bots that wait for a signal are read after the close of each bar.
create index bot_views_waiting on bot_views (bot_id) where phase = 'waiting_for_signal';
