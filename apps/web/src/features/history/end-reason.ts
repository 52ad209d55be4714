// Text, icon and colour of the reason why a bot ended.
import type { HistoryItem } from '@rondo/contract';
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { ChipTone } from '../../ui/figures/chip.tsx';
import type { IconName } from '../../ui/basics/icon.tsx';

type EndStyle = {
  readonly key: Extract<MessageKey, `history.end.${string}`>;
  readonly icon: IconName;
  readonly tone: ChipTone;
};

/** The reason of a bot whose user has stopped it and kept its position. */
export const keptReason = 'stopped_left_open';

const styles: Readonly<Record<string, EndStyle>> = {
  last_round: { key: 'history.end.takeProfit', icon: 'flag', tone: 'neutral' },
  stopped_closed: { key: 'history.end.closed', icon: 'stop', tone: 'neutral' },
  [keptReason]: { key: 'history.end.kept', icon: 'warning', tone: 'warning' },
  closed_externally: { key: 'history.end.closed', icon: 'stop', tone: 'neutral' },
  stop_loss: { key: 'history.end.stopLoss', icon: 'close', tone: 'neutral' },
  expired: { key: 'history.end.expired', icon: 'flag', tone: 'warning' },
  liquidated: { key: 'history.end.liquidated', icon: 'close', tone: 'danger' },
};

const otherEndStyle: EndStyle = { key: 'history.end.other', icon: 'dot', tone: 'neutral' };

/** Returns the style of a reason. An unknown reason is shown as "ended". */
export const endStyle = (reason: string): EndStyle => styles[reason] ?? otherEndStyle;

/** Returns true when the user has stopped the bot and kept its position. */
export const isKept = ({ end_reason: reason }: HistoryItem): boolean => reason === keptReason;
