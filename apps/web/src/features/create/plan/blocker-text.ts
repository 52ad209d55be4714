// Texts of the reasons why no bot can be created, and of the problems of the form.
import { formatDecimal } from '@rondo/decimal';
import type { PlanRefusal } from '@rondo/strategy';
import { dayText } from '../../../lib/numbers/format.ts';
import type { Translate } from '../../../i18n/translate.ts';
import type { FormProblem } from './create-config.ts';
import type { Blocker } from './create-preview.ts';

export function blockerText(blocker: Blocker, t: Translate): string {
  switch (blocker.kind) {
    case 'loading':
      return t('create.blocked.loading');
    case 'no_instruments':
      return t('create.instrumentsFailed');
    case 'not_linked':
      return t('create.blocked.notLinked');
    case 'key':
      return t(`create.key.${blocker.block}`);
    case 'in_use':
      return t('create.blocked.inUse', { instrument: blocker.instrumentId });
    case 'suspended':
      return t('errors.symbolSuspended', { symbol: blocker.instrumentId });
    case 'ending':
      return t('errors.symbolEnding', { symbol: blocker.instrumentId, day: dayText(blocker.endsAt) });
    case 'no_price':
      return t('create.blocked.noPrice', { instrument: blocker.instrumentId });
    case 'no_margin':
      return t('create.blocked.noMargin');
    case 'problem':
      return problemText(blocker.problem, t);
    case 'stop_loss_too_tight':
      return t('errors.stopLossTooTight', { smallest: blocker.smallest });
    case 'refusal':
      return refusalText(blocker.refusal, t);
    case 'unaffordable':
      return blocker.why === 'unaffordable'
        ? t('create.blocked.unaffordable', { step: blocker.step })
        : t('create.blocked.beyondLiquidation', { step: blocker.step });
    default:
      return blocker satisfies never;
  }
}

export function problemText(problem: FormProblem, t: Translate): string {
  if (problem.field === 'name')
    return problem.kind === 'required' ? t('create.problem.nameRequired') : t('create.problem.nameTooLong');
  if (problem.field === 'cyclicSteps') return t('create.problem.cyclicRule');
  if (problem.field === 'allocation') {
    if (problem.kind === 'ambiguous')
      return t('create.problem.allocationAmbiguous', { whole: problem.whole, fraction: problem.fraction });
    if (problem.kind === 'not_a_number') return t('create.problem.allocationNumber');
    return problem.kind === 'not_positive'
      ? t('create.problem.allocationPositive')
      : t('create.problem.allocationAbove');
  }
  return t('create.problem.outOfRange', { min: problem.min, max: problem.max });
}

function refusalText(refusal: PlanRefusal, t: Translate): string {
  switch (refusal.kind) {
    case 'below_min_size':
      return t('create.refused.belowMinSize', {
        step: refusal.step,
        allocation: formatDecimal(refusal.smallestAllocation),
      });
    case 'same_tick':
      return t('create.refused.sameTick', { step: refusal.step });
    case 'above_max_size':
      return t('create.refused.aboveMax', { step: refusal.step, size: formatDecimal(refusal.maxSz) });
    case 'beyond_tier':
      return t('create.refused.beyondTier', { step: refusal.step, size: formatDecimal(refusal.maxSz) });
    case 'no_budget':
      return t('create.problem.allocationPositive');
    default:
      return refusal satisfies never;
  }
}
