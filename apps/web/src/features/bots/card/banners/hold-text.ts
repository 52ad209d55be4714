// The texts of a hold and of a problem of the trading key: the cause, and what the owner of the bot can do.
import type { HoldWire } from '@rondo/contract';
import type { KeyProblem } from '../../../../api/queries/key-problem.ts';
import type { Translate } from '../../../../i18n/translate.ts';
import type { Format } from '../../../../lib/numbers/format.ts';

/** Returns the cause of a problem of the trading key, with what its owner can do. */
export const keyText = (t: Translate, { sentences }: Format, problem: KeyProblem): string =>
  problem === 'revoked' ? sentences([t('bots.hold.by.key'), t('bots.hold.do.key')]) : t(`bots.key.${problem}`);

/** Returns the cause of a hold. */
export const holdCause = (t: Translate, { by, reason }: Pick<HoldWire, 'by' | 'reason'>): string => {
  switch (by) {
    case 'user':
      return t(reason === 'webhook' ? 'bots.hold.message' : 'bots.hold.by.user');
    case 'guard':
      return t(reason === 'loss' ? 'bots.guard.loss' : 'bots.guard.stops');
    case 'restore':
      return t('bots.hold.restore');
    case 'freeze':
      return t('bots.errorState');
    case 'grant':
    case 'key':
    case 'maintenance':
    case 'panic':
      return t(`bots.hold.by.${by}`);
  }
};

/** Returns what the owner of the bot can do, or null when the cause or a button beside it already says it. */
export const holdAdvice = (t: Translate, { by }: Pick<HoldWire, 'by'>): string | null => {
  switch (by) {
    case 'grant':
    case 'key':
    case 'maintenance':
    case 'panic':
      return t(`bots.hold.do.${by}`);
    case 'user':
    case 'guard':
    case 'restore':
    case 'freeze':
      return null;
  }
};
