// The manual tab: every number as a slider row with its bounds and the reason when it is limited.
import { formatDecimal, type Decimal } from '@rondo/decimal';
import { formLimits } from '@rondo/strategy';
import { useT } from '../../i18n/i18n-context.tsx';
import { SliderRow } from '../../ui/slider-row.tsx';
import { problemText } from './blocker-text.ts';
import { stepDistanceText } from './create-form.ts';
import { CyclicPicture } from './cyclic-picture.tsx';
import type { FieldsProps } from './shared-fields.tsx';

type RowName = 'investmentRatio' | 'leverage' | 'profitTarget' | 'cycleCredit' | 'stepDistance';

export const ManualFields = (props: FieldsProps) => {
  const { form, dispatch, model } = props;
  const t = useT();
  const weights = Array.from({ length: form.martinSteps }, (_, index) => (index < 2 ? 1 : 2 ** (index - 1))).join(', ');
  const row = (kind: RowName, shape: { label: string; value: string; bounds: Bounds; hint: string; unit?: string }) => {
    const problem = model.problems.find((each) => each.field === kind);
    return (
      <SliderRow
        label={shape.label}
        value={shape.value}
        {...texts(shape.bounds)}
        hint={shape.hint}
        {...(shape.unit === undefined ? {} : { unit: shape.unit })}
        problem={problem === undefined ? undefined : problemText(problem, t)}
        onChange={(text) => dispatch({ kind, text })}
        decreaseLabel={t('create.decrease', { label: shape.label })}
        increaseLabel={t('create.increase', { label: shape.label })}
      />
    );
  };
  const cyclicProblem = model.problems.find((problem) => problem.field === 'cyclicSteps');
  return (
    <>
      {row('investmentRatio', {
        label: t('create.share'),
        value: form.investmentRatio,
        bounds: formLimits.investmentRatioPercent,
        hint: t('create.shareHint'),
        unit: '%',
      })}
      {row('leverage', {
        label: t('create.leverage'),
        value: form.leverage,
        bounds: formLimits.leverage,
        hint: t('create.leverageHint', { move: moveText(form.leverage) }),
        unit: 'x',
      })}
      <SliderRow
        label={t('create.steps')}
        value={String(form.martinSteps)}
        {...texts(formLimits.martinSteps)}
        hint={t('create.weights', { weights })}
        onChange={(text) => dispatch({ kind: 'martinSteps', count: Number(text) })}
        decreaseLabel={t('create.decrease', { label: t('create.steps') })}
        increaseLabel={t('create.increase', { label: t('create.steps') })}
      />
      <SliderRow
        label={t('create.cyclicSteps')}
        value={String(form.cyclicSteps)}
        min="1"
        max={String(formLimits.cyclicSteps.max)}
        step="1"
        hint={t('create.cyclicHint', { most: form.martinSteps - 1 })}
        problem={cyclicProblem === undefined ? undefined : t('create.problem.cyclicRule')}
        blockedFrom={form.martinSteps - 1 < formLimits.cyclicSteps.max ? String(form.martinSteps - 1) : undefined}
        onChange={(text) => dispatch({ kind: 'cyclicSteps', count: Number(text) })}
        decreaseLabel={t('create.decrease', { label: t('create.cyclicSteps') })}
        increaseLabel={t('create.increase', { label: t('create.cyclicSteps') })}
      />
      <CyclicPicture />
      {row('stepDistance', {
        label: t('create.stepDistance'),
        value: stepDistanceText(form),
        bounds: formLimits.stepDistancePercent,
        hint: distanceHint(props, t),
        unit: '%',
      })}
      {row('profitTarget', {
        label: t('create.takeProfit'),
        value: form.profitTarget,
        bounds: formLimits.takeProfitPercent,
        hint: t('create.takeProfitHint'),
        unit: '%',
      })}
      {row('cycleCredit', {
        label: t('create.cycleCredit'),
        value: form.cycleCredit,
        bounds: formLimits.cycleCreditPercent,
        hint: t('create.cycleCreditHint'),
        unit: '%',
      })}
    </>
  );
};

type Bounds = { readonly min: number | Decimal; readonly max: number | Decimal; readonly step: number | Decimal };

function texts(bounds: Bounds): { min: string; max: string; step: string } {
  const text = (value: number | Decimal): string => (typeof value === 'number' ? String(value) : formatDecimal(value));
  return { min: text(bounds.min), max: text(bounds.max), step: text(bounds.step) };
}

/** 100 / leverage: the move, in percent, that equals the margin of a full position. */
function moveText(leverage: string): string {
  const value = Number(leverage);
  return value > 0 ? String(Math.round((100 / value) * 10) / 10) : '';
}

function distanceHint({ form }: FieldsProps, t: ReturnType<typeof useT>): string {
  if (form.distance.kind === 'manual') return t('create.distanceManual');
  return t('create.distanceFromDefence', { percent: form.distance.percent, count: form.martinSteps - 1 });
}
