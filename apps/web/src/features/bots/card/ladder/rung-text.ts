// The word for the state of a rung. The stair and the table of the ladder use it.
import type { BotWire } from '@rondo/contract';
import type { Translate } from '../../../../i18n/translate.ts';
import type { LadderRung } from '../bot-figures.ts';

export type RungContext = {
  readonly bot: Pick<BotWire, 'current_step' | 'phase' | 'cyclic_steps' | 'round' | 'cycles'>;
  /** False while an error, a hold, the trading state or the trading key prevents entries. */
  readonly mayEnter: boolean;
};

export const rungText = (t: Translate, { state, cyclic }: LadderRung, { bot, mayEnter }: RungContext): string => {
  if (state === 'filled' || state === 'skipped') return t(`bots.rung.${state}`);
  // The API returns only the number of cycles of the whole bot. When the bot has one cyclic step and is in its first round, all cycles belong to this step.
  const hasCycled = bot.phase === 'waiting_for_cyclic_entry' && bot.cyclic_steps === 1 && bot.round === 1;
  if (state === 'next' && cyclic && hasCycled) return t('bots.rung.cycled', { count: bot.cycles });
  if (bot.current_step === 0 || !mayEnter) return t('bots.rung.planned');
  return t(state === 'next' ? 'bots.rung.next' : 'bots.rung.rests');
};
