// The share pictures of a finished bot and of a round that has ended: the pair, the settings, the result, and why the bot or the round ended. The profit of a kept position is only its realised part, and the picture says so.
import type { BotRoundWire, HistoryItem } from '@rondo/contract';
import { decimal, signOf } from '@rondo/decimal';
import type { Translate } from '../../i18n/translate.ts';
import type { Format } from '../../lib/numbers/format.ts';
import { endStyle } from '../history/end-reason.ts';
import { isKeptReason } from '../history/kept.ts';
import type { SharePicture, ShareTexts } from './share-picture.ts';

/** What a picture of a round shows of its bot, which has ended or still runs. */
export type RoundOwner = Pick<
  HistoryItem,
  'id' | 'symbol' | 'direction' | 'leverage' | 'martin_steps' | 'cyclic_steps' | 'simulated' | 'created_at'
>;

type Words = { readonly t: Translate; readonly format: Format };

const tones = { '-1': 'down', '0': 'neutral', '1': 'up' } as const;

type Result = {
  readonly net: string;
  readonly reason: string;
  /** The line between the reason and the days. */
  readonly counts: readonly string[];
  readonly from: string;
  readonly to: string;
};

const textsOf = (item: RoundOwner, { net, reason, counts, from, to }: Result, words: Words): ShareTexts => {
  const { t, format } = words;
  const direction = t(item.direction === 'LONG' ? 'bots.long' : 'bots.short');
  const end = t(endStyle(reason).key);
  const isPart = isKeptReason(reason);
  return {
    name: item.symbol,
    settings: format.list([
      `${direction} ${format.leverage(item.leverage)}`,
      `${t('history.martin')} ${item.martin_steps}`,
      `${t('history.cyclic')} ${item.cyclic_steps}`,
    ]),
    amount: `${format.signedMoney(net)}\u00a0USDT`,
    tone: isPart ? 'neutral' : tones[signOf(decimal(net))],
    facts: [
      isPart ? format.list([end, t('history.realisedPart')]) : end,
      format.list(counts),
      `${format.day(Date.parse(from))} – ${format.day(Date.parse(to))}`,
    ],
    simulated: item.simulated ? t('common.simulated') : null,
    risk: t('shell.footer.risk'),
  };
};

const ladderOf = (item: RoundOwner, filledTo: number): SharePicture['ladder'] => ({
  steps: item.martin_steps,
  cyclicSteps: item.cyclic_steps,
  filledTo,
  isShort: item.direction === 'SHORT',
});

/** Returns the picture of a finished bot. */
export const botPicture = (item: HistoryItem, words: Words): SharePicture => {
  const { t, format } = words;
  const result = {
    net: item.total_profit,
    reason: item.end_reason,
    counts: [`${t('history.rounds')} ${format.count(item.rounds)}`, t('history.cyclesCount', { count: item.cycles })],
    from: item.created_at,
    to: item.ended_at,
  };
  return {
    file: `rondo-${item.symbol}.png`,
    texts: textsOf(item, result, words),
    ladder: ladderOf(item, item.deepest_step),
  };
};

/** Returns the picture of a round that has ended. */
export const roundPicture = (item: RoundOwner, round: BotRoundWire, words: Words): SharePicture => {
  const { t } = words;
  const result = {
    net: round.net_pnl,
    reason: round.end_reason,
    counts: [
      t('history.roundNumber', { round: String(round.round) }),
      t('history.cyclesCount', { count: round.cycles }),
    ],
    from: round.opened_at ?? item.created_at,
    to: round.ended_at,
  };
  return {
    file: `rondo-${item.symbol}-${round.round}.png`,
    texts: textsOf(item, result, words),
    ladder: ladderOf(item, round.deepest_step),
  };
};
