// The easy tab: how much, which fall and how often, and the entry modes that are not available yet, each with its reason.
import { useId, type ReactNode } from 'react';
import {
  defencePercents,
  gridModeSteps,
  takeProfitSpeedPercent,
  type GridMode,
  type TakeProfitSpeed,
} from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { FieldName } from '../../../ui/fields/field-name.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { presetOf } from '../plan/create-form.ts';
import { simulatedEntryOf } from '../plan/simulated-entry.ts';
import { CyclicPicture } from './cyclic-picture.tsx';
import { PresetCards } from './preset-cards.tsx';
import { AllocationField, FeeWarning, type FieldsProps } from './shared-fields.tsx';

const gridModes: readonly GridMode[] = ['strong', 'balanced', 'fast'];
const speeds: readonly TakeProfitSpeed[] = ['fast', 'default', 'slow'];

type ChoiceProps = Pick<FieldsProps, 'form' | 'dispatch'>;

/** A question of the easy tab with the fields that answer it (decision 61). */
const Question = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <div className="question" role="group" aria-labelledby={id}>
      <p className="question-text" id={id}>
        {text}
      </p>
      {children}
    </div>
  );
};

/** The number of steps as one of three grids. A grid is marked as chosen only when it has the number of steps of the form. */
const GridChoice = ({ form, dispatch }: ChoiceProps) => {
  const t = useT();
  const grid = gridModes.find((mode) => gridModeSteps[mode] === form.martinSteps) ?? '';
  const names = {
    strong: t('create.grid.strong'),
    balanced: t('create.grid.balanced'),
    fast: t('create.grid.fast'),
  };
  return (
    <div className="field">
      <div className="slider-head">
        <FieldName label={t('create.grid.label')} term="grid" />
        <span className="field-hint">{t('create.grid.hint')}</span>
      </div>
      <Segmented
        label={t('create.grid.label')}
        wide
        value={grid}
        options={gridModes.map((mode) => ({
          value: mode,
          label: names[mode],
          note: t('create.stepCount', { count: gridModeSteps[mode] }),
        }))}
        onChange={(mode) => dispatch({ kind: 'grid', mode })}
      />
    </div>
  );
};

/** The take-profit target as one of three speeds. A speed is marked as chosen only when it has the target of the form. */
const SpeedChoice = ({ form, dispatch, model }: ChoiceProps & Pick<FieldsProps, 'model'>) => {
  const t = useT();
  const format = useFormat();
  const speed = speeds.find((each) => takeProfitSpeedPercent[each] === form.takeProfit) ?? '';
  const names = { fast: t('create.speed.fast'), default: t('create.speed.default'), slow: t('create.speed.slow') };
  return (
    <div className="field">
      <div className="slider-head">
        <FieldName label={t('create.takeProfit')} term="takeProfit" />
        <span className="field-hint">{t('create.takeProfitHint')}</span>
      </div>
      <Segmented
        label={t('create.takeProfit')}
        wide
        value={speed}
        options={speeds.map((each) => ({
          value: each,
          label: names[each],
          note: format.chosenPercent(Number(takeProfitSpeedPercent[each])),
        }))}
        onChange={(chosen) => dispatch({ kind: 'speed', speed: chosen })}
      />
      <FeeWarning model={model} />
    </div>
  );
};

const DefenceChoice = ({ form, dispatch }: ChoiceProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <div className="field">
      <div className="slider-head">
        <FieldName label={t('create.baseDefence')} term="baseDefence" />
        <span className="field-hint">
          {t(form.atrMultiplier === null ? 'create.baseDefenceHint' : 'create.atrDistance')}
        </span>
      </div>
      <Segmented
        label={t('create.baseDefence')}
        wide
        value={form.distance.kind === 'defence' && form.atrMultiplier === null ? form.distance.percent : ''}
        options={defencePercents.map((percent) => ({ value: String(percent), label: format.chosenPercent(percent) }))}
        onChange={(percent) => dispatch({ kind: 'defence', percent })}
      />
    </div>
  );
};

/** The easy tab: the four options of the specification below three questions (decision 61). */
export const EasyFields = (props: FieldsProps) => {
  const { form, dispatch, model, lastPrice } = props;
  const t = useT();
  return (
    <>
      <Question text={t('create.ask.howMuch')}>
        <AllocationField {...props} />
      </Question>
      <Question text={t(form.direction === 'long' ? 'create.ask.whichFall' : 'create.ask.whichRise')}>
        <PresetCards
          chosen={presetOf(form)}
          onChoose={(preset) => dispatch({ kind: 'preset', preset })}
          config={model.config}
          entry={simulatedEntryOf(form)}
          lastPrice={lastPrice}
          allocation={model.allocation}
        />
        <DefenceChoice form={form} dispatch={dispatch} />
      </Question>
      <Question text={t('create.ask.howOften')}>
        <GridChoice form={form} dispatch={dispatch} />
        <SpeedChoice form={form} dispatch={dispatch} model={model} />
        <CyclicPicture cyclicSteps={form.cyclicSteps} />
      </Question>
    </>
  );
};
