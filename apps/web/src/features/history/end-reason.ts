// Text, icon and colour of the reason why a bot or a round ended.
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { ChipTone } from '../../ui/figures/chip.tsx';
import type { IconName } from '../../ui/basics/icon.tsx';
import { keptReason, keptRoundReason } from './kept.ts';

type EndStyle = {
  readonly key: Extract<MessageKey, `history.end.${string}`>;
  /** The sentence that tells the end of a bot. */
  readonly notice: Extract<MessageKey, `history.notice.${string}`>;
  readonly icon: IconName;
  readonly tone: ChipTone;
};

const takeProfit: EndStyle = {
  key: 'history.end.takeProfit',
  notice: 'history.notice.takeProfit',
  icon: 'flag',
  tone: 'neutral',
};
const closed: EndStyle = { key: 'history.end.closed', notice: 'history.notice.closed', icon: 'stop', tone: 'neutral' };
const kept: EndStyle = { key: 'history.end.kept', notice: 'history.notice.kept', icon: 'warning', tone: 'warning' };

const styles: Readonly<Record<string, EndStyle>> = {
  last_round: takeProfit,
  take_profit: takeProfit,
  stopped_closed: closed,
  stop: closed,
  closed_externally: closed,
  external: closed,
  [keptReason]: kept,
  [keptRoundReason]: kept,
  stop_loss: { key: 'history.end.stopLoss', notice: 'history.notice.stopLoss', icon: 'close', tone: 'neutral' },
  expired: { key: 'history.end.expired', notice: 'history.notice.expired', icon: 'flag', tone: 'warning' },
  liquidated: { key: 'history.end.liquidated', notice: 'history.notice.liquidated', icon: 'close', tone: 'danger' },
};

const otherEndStyle: EndStyle = {
  key: 'history.end.other',
  notice: 'history.notice.other',
  icon: 'dot',
  tone: 'neutral',
};

/** Returns the style of a reason. An unknown reason is shown as "ended". */
export const endStyle = (reason: string): EndStyle => styles[reason] ?? otherEndStyle;
