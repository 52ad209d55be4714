// The note of a bot with signals: the signal that opened its round, or the newest decision, reading or message, why no round has opened, and the time of the next one. A rule beside the bot has its effect.
import { useQuery } from '@tanstack/react-query';
import type { BotSignalWire, BotWire } from '@rondo/contract';
import { useApi } from '../../../../api/calls/api-context.tsx';
import { botSignalsQuery } from '../../../../api/queries/queries.ts';
import { useFailure } from '../../../../api/queries/use-failure.ts';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { durationText } from '../../../../lib/numbers/duration-text.ts';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { useNow } from '../../../../lib/page/use-now.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';
import { BotCardHook } from './bot-card-hook.tsx';
import { BotCardShadow, shadowRule } from './bot-card-shadow.tsx';

export type BotCardSignalsProps = { readonly bot: BotWire };

/** The texts of each source. */
const texts = {
  ai: { title: 'signals.title', none: 'signals.none', next: 'signals.next' },
  rule: { title: 'signals.titleRule', none: 'signals.noneRule', next: 'signals.nextRule' },
  hook: { title: 'signals.titleHook', none: 'signals.noneHook', next: 'signals.nextRule' },
  atr: { title: 'signals.titleAtr', none: 'signals.noneRule', next: 'signals.nextRule' },
} as const;

const sourceOf = ({ type, atr_multiplier: factor }: BotWire['entry']): keyof typeof texts => {
  if (type === 'ai-gpt') return 'ai';
  if (type === 'webhook') return 'hook';
  return factor === undefined || type === 'rsi' || type === 'ichimoku' ? 'rule' : 'atr';
};

export const BotCardSignals = ({ bot }: BotCardSignalsProps) => {
  const t = useT();
  const format = useFormat();
  const query = useQuery(botSignalsQuery(useApi(), bot.id));
  const hasFailed = useFailure(query) !== null;
  if (query.data === undefined) return hasFailed ? <Banner tone="warning">{t('signals.failedLoad')}</Banner> : null;
  const { items, opened_by: opened, next_at: nextAt, hook, shadow } = query.data;
  const of = texts[sourceOf(bot.entry)];
  const rule = bot.entry.shadow;
  // A round has its own signal. The readings after it are for other bots.
  const shown = opened ?? items[0] ?? null;
  return (
    <Banner title={rule === undefined ? titleOf(bot, opened !== null, t) : shadowRule(rule, t, format)}>
      <p>{shown === null ? t(of.none) : <Decision signal={shown} />}</p>
      {shown === null || shown.note === null || shown.model === null ? null : (
        <p>{t('signals.note', { model: shown.model, note: shown.note })}</p>
      )}
      {opened?.values['distance'] === undefined ? null : (
        <p>{t('signals.distance', { percent: format.chosenPercent(Number(opened.values['distance'])) })}</p>
      )}
      {shadow === null ? null : <BotCardShadow shadow={shadow} />}
      {hook === null ? null : <BotCardHook botId={bot.id} createdAt={hook.created_at} />}
      {nextAt === null || opened !== null ? null : <p>{t(of.next, { time: format.time(nextAt) })}</p>}
    </Banner>
  );
};

function titleOf({ entry, round }: BotWire, isOpened: boolean, t: ReturnType<typeof useT>): string {
  return isOpened ? t('signals.titleOpened', { round }) : t(texts[sourceOf(entry)].title);
}

const minuteMs = 60_000;

/** The decision with its age. */
const Decision = ({ signal }: { readonly signal: BotSignalWire }) => {
  const t = useT();
  const age = durationText(t, useNow(minuteMs) - Date.parse(signal.closed_at));
  return (
    <>
      <DecisionText signal={signal} /> <span className="muted">{t('signals.age', { duration: age })}</span>
    </>
  );
};

const DecisionText = ({ signal }: { readonly signal: BotSignalWire }) => {
  const t = useT();
  const format = useFormat();
  const time = format.time(signal.closed_at);
  const { action } = signal.values;
  if (action !== undefined)
    return t(signal.outcome === 'none' ? 'signals.messageLate' : 'signals.message', { time, action });
  const { reason } = signal;
  if (reason === 'late') return t('signals.late', { time });
  const values = format.list(
    Object.entries(signal.values)
      .filter(([name]) => !ownPlace.includes(name))
      .map(([name, value]) => `${valueNames[name] ?? name} ${format.price(value, tickOf(value))}`),
  );
  if (values !== '' && signal.outcome !== 'none')
    return t(signal.outcome === 'open' ? 'signals.fired' : 'signals.silent', { time, values });
  if (signal.outcome === 'wait') return t('signals.wait', { time });
  if (signal.outcome === 'open' && signal.defense !== null)
    return t('signals.open', { time, percent: format.chosenPercent(signal.defense) });
  return t('signals.failed', { time, reason: t(`signals.reason.${reason ?? 'unavailable'}`) });
};

/** The values of a distance from ATR that are not shown beside the other values. */
const ownPlace: readonly string[] = ['close', 'distance'];

/** The names of the values of a rule. Charts use these names in every language. */
const valueNames: Readonly<Record<string, string>> = {
  rsi: 'RSI',
  conversion: 'Tenkan',
  base: 'Kijun',
  spanA: 'Senkou A',
  spanB: 'Senkou B',
  atr: 'ATR',
};

/** Returns a tick with which the value has about six digits, because the last digits of a double say nothing to a person. */
function tickOf(value: string): string {
  const places = 6 - (value.split('.')[0] ?? '').replace('-', '').length;
  return places <= 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}
