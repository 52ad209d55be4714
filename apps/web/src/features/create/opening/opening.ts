// When the rounds of the new bot open.
import type { CreateForm } from '../plan/create-form.ts';

/** The settings of the form that decide when a round opens. */
export type OpeningForm = Pick<CreateForm, 'entryMode' | 'signal' | 'atrMultiplier'>;

/** Returns whether the bot sends no order at its start: its rounds open at signals, or at readings of ATR (strategy 8.7). */
export const opensLater = ({ entryMode, atrMultiplier }: OpeningForm): boolean =>
  entryMode !== 'normal' || atrMultiplier !== null;
