// Text, icon and colour of the reason why a bot or a round ended.
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { ChipTone } from '../../ui/figures/chip.tsx';
import type { IconName } from '../../ui/basics/icon.tsx';

type EndStyle = {
  readonly key: Extract<MessageKey, `history.end.${string}`>;
  readonly icon: IconName;
  readonly tone: ChipTone;
};

/** The reason of a bot whose user has stopped it and kept its position, and of its last round. */
export const keptReason = 'stopped_left_open';
const keptRoundReason = 'leave';

const takeProfit: EndStyle = { key: 'history.end.takeProfit', icon: 'flag', tone: 'neutral' };
const closed: EndStyle = { key: 'history.end.closed', icon: 'stop', tone: 'neutral' };
const kept: EndStyle = { key: 'history.end.kept', icon: 'warning', tone: 'warning' };

const styles: Readonly<Record<string, EndStyle>> = {
  last_round: takeProfit,
  take_profit: takeProfit,
  stopped_closed: closed,
  stop: closed,
  closed_externally: closed,
  external: closed,
  [keptReason]: kept,
  [keptRoundReason]: kept,
  stop_loss: { key: 'history.end.stopLoss', icon: 'close', tone: 'neutral' },
  expired: { key: 'history.end.expired', icon: 'flag', tone: 'warning' },
  liquidated: { key: 'history.end.liquidated', icon: 'close', tone: 'danger' },
};

const otherEndStyle: EndStyle = { key: 'history.end.other', icon: 'dot', tone: 'neutral' };

/** Returns the style of a reason. An unknown reason is shown as "ended". */
export const endStyle = (reason: string): EndStyle => styles[reason] ?? otherEndStyle;

/** Returns true when the user has stopped the bot and kept its position. */
export const isKept = ({ end_reason: reason }: { readonly end_reason: string }): boolean =>
  reason === keptReason || reason === keptRoundReason;
