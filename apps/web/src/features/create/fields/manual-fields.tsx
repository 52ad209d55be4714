// The manual tab: every number as a slider row with its bounds and the reason when it is limited.
import { formatDecimal, type Decimal } from '@rondo/decimal';
import { formLimits } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { SliderRow } from '../../../ui/fields/slider-row.tsx';
import { problemText } from '../plan/blocker-text.ts';
import { stepDistanceText } from '../plan/create-form.ts';
import { CyclicPicture } from './cyclic-picture.tsx';
import type { FieldsProps } from './shared-fields.tsx';

type RowName = 'investmentRatio' | 'leverage' | 'profitTarget' | 'cycleCredit' | 'stepDistance';

export const ManualFields = (props: FieldsProps) => {
  const { form } = props;
  const t = useT();
  const move = moveText(form.leverage);
  return (
    <>
      <NumberRow
        {...props}
        kind="investmentRatio"
        label={t('create.share')}
        value={form.investmentRatio}
        bounds={formLimits.investmentRatioPercent}
        hint={t('create.shareHint')}
        unit="%"
      />
      <NumberRow
        {...props}
        kind="leverage"
        label={t('create.leverage')}
        value={form.leverage}
        bounds={formLimits.leverage}
        hint={t('create.leverageHint', { move })}
        unit="x"
      />
      <StepRows {...props} />
      <CyclicPicture />
      <NumberRow
        {...props}
        kind="stepDistance"
        label={t('create.stepDistance')}
        value={stepDistanceText(form)}
        bounds={formLimits.stepDistancePercent}
        hint={distanceHint(props, t)}
        unit="%"
      />
      <NumberRow
        {...props}
        kind="profitTarget"
        label={t('create.takeProfit')}
        value={form.profitTarget}
        bounds={formLimits.takeProfitPercent}
        hint={t('create.takeProfitHint')}
        unit="%"
      />
      <NumberRow
        {...props}
        kind="cycleCredit"
        label={t('create.cycleCredit')}
        value={form.cycleCredit}
        bounds={formLimits.cycleCreditPercent}
        hint={t('create.cycleCreditHint')}
        unit="%"
      />
    </>
  );
};

type NumberRowProps = FieldsProps & {
  readonly kind: RowName;
  readonly label: string;
  readonly value: string;
  readonly bounds: Bounds;
  readonly hint: string;
  readonly unit: string;
};

const NumberRow = ({ kind, label, value, bounds, hint, unit, model, dispatch }: NumberRowProps) => {
  const t = useT();
  const problem = model.problems.find((each) => each.field === kind);
  return (
    <SliderRow
      label={label}
      value={value}
      {...texts(bounds)}
      hint={hint}
      unit={unit}
      keepsOutside
      problem={problem === undefined ? undefined : problemText(problem, t)}
      onChange={(text) => dispatch({ kind, text })}
      decreaseLabel={t('create.decrease', { label })}
      increaseLabel={t('create.increase', { label })}
    />
  );
};

const StepRows = ({ form, dispatch, model }: FieldsProps) => {
  const t = useT();
  const [steps, cyclic] = [t('create.steps'), t('create.cyclicSteps')];
  const weights = Array.from({ length: form.martinSteps }, (_, index) => (index < 2 ? 1 : 2 ** (index - 1))).join(', ');
  const problem = model.problems.find((each) => each.field === 'cyclicSteps');
  const most = form.martinSteps - 1;
  return (
    <>
      <SliderRow
        label={steps}
        value={String(form.martinSteps)}
        {...texts(formLimits.martinSteps)}
        hint={t('create.weights', { weights })}
        onChange={(text) => dispatch({ kind: 'martinSteps', count: Number(text) })}
        decreaseLabel={t('create.decrease', { label: steps })}
        increaseLabel={t('create.increase', { label: steps })}
      />
      <SliderRow
        label={cyclic}
        value={String(form.cyclicSteps)}
        {...texts(formLimits.cyclicSteps)}
        hint={t('create.cyclicHint', { most })}
        problem={problem === undefined ? undefined : problemText(problem, t)}
        blockedFrom={most < formLimits.cyclicSteps.max ? String(most) : undefined}
        onChange={(text) => dispatch({ kind: 'cyclicSteps', count: Number(text) })}
        decreaseLabel={t('create.decrease', { label: cyclic })}
        increaseLabel={t('create.increase', { label: cyclic })}
      />
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
