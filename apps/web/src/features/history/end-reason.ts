// Why a bot ended, as a word with an icon.
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { ChipTone } from '../../ui/figures/chip.tsx';
import type { IconName } from '../../ui/basics/icon.tsx';

type EndLook = {
  readonly key: Extract<MessageKey, `history.end.${string}`>;
  readonly icon: IconName;
  readonly tone: ChipTone;
};

const looks: Readonly<Record<string, EndLook>> = {
  last_round: { key: 'history.end.takeProfit', icon: 'flag', tone: 'neutral' },
  stopped_closed: { key: 'history.end.closed', icon: 'stop', tone: 'neutral' },
  stopped_left_open: { key: 'history.end.kept', icon: 'warning', tone: 'warning' },
  closed_externally: { key: 'history.end.closed', icon: 'stop', tone: 'neutral' },
  stop_loss: { key: 'history.end.stopLoss', icon: 'close', tone: 'neutral' },
  liquidated: { key: 'history.end.liquidated', icon: 'close', tone: 'danger' },
};

const otherLook: EndLook = { key: 'history.end.other', icon: 'dot', tone: 'neutral' };

/** The look of a reason; one that this version does not know is just "ended". */
export const endLook = (reason: string): EndLook => looks[reason] ?? otherLook;
