// The manual tab: every number as a slider row with its bounds and a hint.
import { botSettings, type SettingBounds } from '@rondo/strategy';
import { Suspense, useCallback } from 'react';
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Checkbox } from '../../../ui/fields/field.tsx';
import { SliderRow } from '../../../ui/fields/slider-row.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import type { Term } from '../../../i18n/term.ts';
import { problemText } from '../plan/blocker-text.ts';
import {
  exitSettings,
  marginSettings,
  stepDistanceText,
  typedSettings,
  type CreateAction,
  type CreateForm,
  type OptionalSetting,
  type TypedSetting,
} from '../plan/create-form.ts';
import { simulatedEntryOf } from '../plan/simulated-entry.ts';
import { CyclicPicture } from './cyclic-picture.tsx';
import { FeeWarning, type FieldsProps } from './shared-fields.tsx';

/** The explanations of the settings. */
const terms: Partial<Readonly<Record<SettingRowProps['name'], Term>>> = {
  investmentRatio: 'share',
  leverage: 'leverage',
  stepDistance: 'stepDistance',
  takeProfit: 'takeProfit',
  cycleCredit: 'cycleCredit',
  stopLoss: 'stopLoss',
  atrMultiplier: 'atrMultiplier',
};

/** The unit that is shown beside a typed number. */
const units = { percent: '%', factor: 'x' } as const;

export const ManualFields = (props: FieldsProps) => {
  const t = useT();
  const row = (name: TypedSetting) => (
    <SettingRow key={name} {...props} name={name} hint={hintOf(name, props.form, t)} />
  );
  return (
    <>
      {marginSettings.map(row)}
      <StepRows {...props} />
      <CyclicPicture cyclicSteps={props.form.cyclicSteps} />
      <DistanceRows {...props} />
      {exitSettings.map(row)}
      <FeeWarning model={props.model} />
      <StopLossRow {...props} />
      <NextRoundRows {...props} />
    </>
  );
};

/** Returns the hint of a row. Its text key is the text key of the setting with the ending `Hint`. */
function hintOf(name: TypedSetting, form: CreateForm, t: ReturnType<typeof useT>): string {
  if (name === 'leverage') return t('create.leverageHint', { move: wholeMove(form.leverage) });
  return t(`${botSettings[name].text}Hint`);
}

/**
 * The first value of a stop loss that the user switches on, in percent of the budget. It is larger than the loss that the default ladder
 * has when its last step fills.
 */
const STOP_LOSS_START = '20';

/** Whether a new round follows, and with which amount. */
const NextRoundRows = ({ form, dispatch }: FieldsProps) => {
  const t = useT();
  return (
    <>
      <Checkbox
        label={t('create.autoReentry')}
        hint={t('create.autoReentryHint')}
        checked={form.autoReentry}
        onChange={(isOn) => dispatch({ kind: 'autoReentry', isOn })}
      />
      {form.autoReentry ? (
        <Checkbox
          label={t('create.compound')}
          term="compound"
          hint={t('create.compoundHint')}
          checked={form.compound}
          onChange={(isOn) => dispatch({ kind: 'compound', isOn })}
        />
      ) : null}
    </>
  );
};

const StopLossRow = (props: FieldsProps) => {
  const t = useT();
  const { form, dispatch } = props;
  const set = (text: string | null): void => dispatch({ kind: 'optionalSetting', name: 'stopLoss', text });
  return (
    <>
      <Checkbox
        label={t('create.stopLossUse')}
        hint={t('create.stopLossEnds')}
        checked={form.stopLoss !== null}
        onChange={(isOn) => set(isOn ? STOP_LOSS_START : null)}
      />
      {form.stopLoss === null ? null : <SettingRow {...props} name="stopLoss" hint={t('create.stopLossHint')} />}
    </>
  );
};

/** The code of the comparison is loaded when the person chooses a distance from ATR. */
const DistanceEvidence = lazyComponent(async () => (await import('../entry/distance-evidence.tsx')).DistanceEvidence);

const evidenceHeight = 200;

/** The first factor of a distance from ATR that the user switches on. */
const ATR_START = '1';

/** The distance of all rounds, or the factor with which the distance of each round follows from the volatility. A model chooses the distance itself. */
const DistanceRows = (props: FieldsProps) => {
  const t = useT();
  const { form, dispatch, hasAtr } = props;
  const set = (text: string | null): void => dispatch({ kind: 'optionalSetting', name: 'atrMultiplier', text });
  return (
    <>
      {form.atrMultiplier === null ? (
        <SettingRow {...props} name="stepDistance" hint={distanceHint(props, t)} />
      ) : (
        <SettingRow {...props} name="atrMultiplier" hint={t('create.atrMultiplierHint')} />
      )}
      {hasAtr && form.entryMode !== 'ai' ? (
        <Checkbox
          label={t('create.atrDistance')}
          hint={t('create.ownDistance')}
          checked={form.atrMultiplier !== null}
          onChange={(isOn) => set(isOn ? ATR_START : null)}
        />
      ) : null}
      {form.atrMultiplier === null ? null : (
        <Suspense fallback={<Skeleton height={evidenceHeight} />}>
          <TextsOf part="entry" also="whatIf">
            <DistanceEvidence
              bot={props.model.config}
              entry={simulatedEntryOf(form)}
              instrumentId={form.instrumentId}
            />
          </TextsOf>
        </Suspense>
      )}
    </>
  );
};

type SettingRowProps = FieldsProps & {
  readonly name: TypedSetting | OptionalSetting | 'stepDistance';
  readonly hint: string;
};

/** The row of a setting, with the label, the unit and the bounds of its definition. */
const SettingRow = ({ name, hint, form, model, dispatch }: SettingRowProps) => {
  const t = useT();
  const definition = botSettings[name];
  const label = t(definition.text);
  const problem = model.problems.find((each) => each.field === name);
  const change = useCallback((text: string) => dispatch(changeOf(name, text)), [dispatch, name]);
  return (
    <SliderRow
      label={label}
      term={terms[name]}
      value={name === 'stepDistance' ? stepDistanceText(form) : (form[name] ?? '')}
      {...boundsOf(definition)}
      hint={hint}
      unit={units[definition.kind]}
      keepsOutside
      problem={problem === undefined ? undefined : problemText(problem, t)}
      onChange={change}
      decreaseLabel={t('create.decrease', { label })}
      increaseLabel={t('create.increase', { label })}
    />
  );
};

function changeOf(name: SettingRowProps['name'], text: string): CreateAction {
  if (name === 'stepDistance') return { kind: name, text };
  return isTyped(name) ? { kind: 'setting', name, text } : { kind: 'optionalSetting', name, text };
}

function isTyped(name: TypedSetting | OptionalSetting): name is TypedSetting {
  return typedSettings.some((each) => each === name);
}

const StepRows = ({ form, dispatch, model }: FieldsProps) => {
  const t = useT();
  const { martinSteps, cyclicSteps } = botSettings;
  const [steps, cyclic] = [t(martinSteps.text), t(cyclicSteps.text)];
  const weights = Array.from({ length: form.martinSteps }, (_, index) => (index < 2 ? 1 : 2 ** (index - 1))).join(', ');
  const problem = model.problems.find((each) => each.field === 'cyclicSteps');
  const most = form.martinSteps - 1;
  const changeSteps = useCallback((text: string) => dispatch({ kind: 'martinSteps', count: Number(text) }), [dispatch]);
  const changeCyclic = useCallback(
    (text: string) => dispatch({ kind: 'cyclicSteps', count: Number(text) }),
    [dispatch],
  );
  return (
    <>
      <SliderRow
        label={steps}
        term="steps"
        value={String(form.martinSteps)}
        {...boundsOf(martinSteps)}
        hint={t('create.weights', { weights })}
        onChange={changeSteps}
        decreaseLabel={t('create.decrease', { label: steps })}
        increaseLabel={t('create.increase', { label: steps })}
      />
      <SliderRow
        label={cyclic}
        term="cyclicSteps"
        value={String(form.cyclicSteps)}
        {...boundsOf(cyclicSteps)}
        hint={t('create.cyclicHint', { most })}
        problem={problem === undefined ? undefined : problemText(problem, t)}
        blockedFrom={most < Number(cyclicSteps.max) ? String(most) : undefined}
        onChange={changeCyclic}
        decreaseLabel={t('create.decrease', { label: cyclic })}
        increaseLabel={t('create.increase', { label: cyclic })}
      />
    </>
  );
};

function boundsOf({ min, max, step }: SettingBounds): SettingBounds {
  return { min, max, step };
}

/** Returns 100 / leverage, which the text formats in the language. A price move of this percent causes a loss that equals the whole margin. */
function wholeMove(leverage: string): number | string {
  const value = Number(leverage);
  return value > 0 ? Math.round((100 / value) * 10) / 10 : '';
}

function distanceHint({ form }: FieldsProps, t: ReturnType<typeof useT>): string {
  if (form.distance.kind === 'manual') return t('create.distanceManual');
  return t('create.distanceFromDefence', { percent: form.distance.percent, count: form.martinSteps - 1 });
}
