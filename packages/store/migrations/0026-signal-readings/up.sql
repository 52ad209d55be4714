-- The readings of signal rules at the closes of bars: one for each rule, instrument and bar.
create table signal_readings (
  rule_key text not null,
  instrument_id text not null,
  bar text not null,
  closed_at bigint not null,
  reading text not null,
  fires boolean,
  bars_hash text not null,
  computed_at bigint not null,
  primary key (rule_key, instrument_id, bar, closed_at)
);
create trigger signal_readings_append_only before update or delete or truncate on signal_readings for each statement execute function refuse_rewrite();
