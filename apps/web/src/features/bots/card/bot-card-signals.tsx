// The note of a bot that waits for an AI model, a rule or messages: the newest decision, reading or message, why no round has opened, and the time of the next one.
import { useQuery } from '@tanstack/react-query';
import type { BotSignalWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { botSignalsQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { BotCardHook } from './bot-card-hook.tsx';

/** `of` is the source of the signals: an AI model, a rule, or messages of another program. */
export type BotCardSignalsProps = { readonly botId: string; readonly of: keyof typeof texts };

/** The texts of each source. */
const texts = {
  ai: { title: 'signals.title', none: 'signals.none', next: 'signals.next' },
  rule: { title: 'signals.titleRule', none: 'signals.noneRule', next: 'signals.nextRule' },
  hook: { title: 'signals.titleHook', none: 'signals.noneHook', next: 'signals.nextRule' },
} as const;

export const BotCardSignals = ({ botId, of }: BotCardSignalsProps) => {
  const t = useT();
  const format = useFormat();
  const query = useQuery(botSignalsQuery(useApi(), botId));
  const hasFailed = useFailure(query) !== null;
  if (query.data === undefined) return hasFailed ? <Banner tone="warning">{t('signals.failedLoad')}</Banner> : null;
  const { items, next_at: nextAt, hook } = query.data;
  const newest = items[0] ?? null;
  return (
    <Banner title={t(texts[of].title)}>
      <p>{newest === null ? t(texts[of].none) : <Decision signal={newest} />}</p>
      {newest === null || newest.note === null || newest.model === null ? null : (
        <p>{t('signals.note', { model: newest.model, note: newest.note })}</p>
      )}
      {hook === null ? null : <BotCardHook botId={botId} createdAt={hook.created_at} />}
      {nextAt === null ? null : <p>{t(texts[of].next, { time: format.time(nextAt) })}</p>}
    </Banner>
  );
};

const Decision = ({ signal }: { readonly signal: BotSignalWire }) => {
  const t = useT();
  const format = useFormat();
  const time = format.time(signal.closed_at);
  const { action } = signal.values;
  if (action !== undefined)
    return t(signal.outcome === 'none' ? 'signals.messageLate' : 'signals.message', { time, action });
  const values = Object.entries(signal.values)
    .map(([name, value]) => `${valueNames[name] ?? name} ${format.price(value, tickOf(value))}`)
    .join(', ');
  if (values !== '' && signal.outcome !== 'none')
    return t(signal.outcome === 'open' ? 'signals.fired' : 'signals.silent', { time, values });
  if (signal.outcome === 'wait') return t('signals.wait', { time });
  if (signal.outcome === 'open' && signal.defense !== null)
    return t('signals.open', { time, percent: format.chosenPercent(signal.defense) });
  return t('signals.failed', { time, reason: t(`signals.reason.${signal.reason ?? 'unavailable'}`) });
};

/** The names of the values of a rule. Charts use these names in every language. */
const valueNames: Readonly<Record<string, string>> = {
  rsi: 'RSI',
  conversion: 'Tenkan',
  base: 'Kijun',
  spanA: 'Senkou A',
  spanB: 'Senkou B',
};

/** Returns a tick with which the value has about six digits, because the last digits of a double say nothing to a person. */
function tickOf(value: string): string {
  const places = 6 - (value.split('.')[0] ?? '').replace('-', '').length;
  return places <= 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}
