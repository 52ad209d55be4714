// The icon and the colour of each phase of a bot.
import type { BotPhase } from '@rondo/contract';
import type { ChipTone } from '../../../ui/figures/chip.tsx';
import type { IconName } from '../../../ui/basics/icon.tsx';

export const phaseStyles: Readonly<Record<BotPhase, { readonly icon: IconName; readonly tone: ChipTone }>> = {
  starting: { icon: 'spinner', tone: 'accent' },
  opening: { icon: 'spinner', tone: 'accent' },
  running: { icon: 'pulse', tone: 'accent' },
  waiting_for_cyclic_entry: { icon: 'refresh', tone: 'accent' },
  waiting_for_signal: { icon: 'clock', tone: 'accent' },
  waiting_after_stop: { icon: 'clock', tone: 'warning' },
  locked: { icon: 'warning', tone: 'danger' },
  stopping: { icon: 'stop', tone: 'neutral' },
  completed: { icon: 'check', tone: 'neutral' },
  liquidated: { icon: 'close', tone: 'danger' },
  error: { icon: 'warning', tone: 'danger' },
  paused: { icon: 'clock', tone: 'warning' },
};
