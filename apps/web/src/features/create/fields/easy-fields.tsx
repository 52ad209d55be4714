// The easy tab: presets, base defence, grid, take-profit speed, and the entry modes that are not available yet, each with its reason.
import {
  defencePercents,
  gridModeSteps,
  takeProfitSpeedPercent,
  type GridMode,
  type TakeProfitSpeed,
} from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { presetOf } from '../plan/create-form.ts';
import { PresetCards } from './preset-cards.tsx';
import type { FieldsProps } from './shared-fields.tsx';

const gridModes: readonly GridMode[] = ['strong', 'balanced', 'fast'];
const speeds: readonly TakeProfitSpeed[] = ['fast', 'default', 'slow'];

type ChoiceProps = Pick<FieldsProps, 'form' | 'dispatch'>;

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
        <span className="field-label">{t('create.grid.label')}</span>
        <span className="field-hint">{t('create.stepCount', { count: form.martinSteps })}</span>
      </div>
      <Segmented
        label={t('create.grid.label')}
        wide
        size="small"
        value={grid}
        options={gridModes.map((mode) => ({ value: mode, label: names[mode] }))}
        onChange={(mode) => dispatch({ kind: 'grid', mode })}
      />
    </div>
  );
};

/** The take-profit target as one of three speeds. A speed is marked as chosen only when it has the target of the form. */
const SpeedChoice = ({ form, dispatch }: ChoiceProps) => {
  const t = useT();
  const format = useFormat();
  const speed = speeds.find((each) => takeProfitSpeedPercent[each] === form.takeProfit) ?? '';
  const names = { fast: t('create.speed.fast'), default: t('create.speed.default'), slow: t('create.speed.slow') };
  return (
    <div className="field">
      <div className="slider-head">
        <span className="field-label">{t('create.takeProfit')}</span>
        <span className="field-hint">{format.percent(form.takeProfit)}</span>
      </div>
      <Segmented
        label={t('create.takeProfit')}
        wide
        size="small"
        value={speed}
        options={speeds.map((each) => ({ value: each, label: names[each] }))}
        onChange={(chosen) => dispatch({ kind: 'speed', speed: chosen })}
      />
    </div>
  );
};

export const EasyFields = ({ form, dispatch, model, lastPrice }: FieldsProps) => {
  const format = useFormat();
  const t = useT();
  return (
    <>
      <PresetCards
        chosen={presetOf(form)}
        onChoose={(preset) => dispatch({ kind: 'preset', preset })}
        config={model.config}
        lastPrice={lastPrice}
        allocation={model.allocation}
      />
      <div className="field">
        <div className="slider-head">
          <span className="field-label">{t('create.baseDefence')}</span>
          <span className="field-hint">{t('create.baseDefenceHint')}</span>
        </div>
        <Segmented
          label={t('create.baseDefence')}
          wide
          value={form.distance.kind === 'defence' ? form.distance.percent : ''}
          options={defencePercents.map((percent) => ({ value: String(percent), label: format.chosenPercent(percent) }))}
          onChange={(percent) => dispatch({ kind: 'defence', percent })}
        />
      </div>
      <div className="pair-of-fields">
        <GridChoice form={form} dispatch={dispatch} />
        <SpeedChoice form={form} dispatch={dispatch} />
      </div>
    </>
  );
};

/** The entry modes signal and AI. They are shown with a reason and cannot be selected (specification 5; decision 29). */
export const EntryModes = ({ form, dispatch }: ChoiceProps) => {
  const t = useT();
  const soon = [t('create.entry.rsi'), t('create.entry.ichimoku'), t('create.entry.xgboost')];
  return (
    <div className="field">
      <span className="field-label">{t('create.entry.label')}</span>
      <Segmented
        label={t('create.entry.label')}
        wide
        value={form.entryMode}
        options={[
          { value: 'normal', label: t('create.entry.normal') },
          { value: 'signal', label: t('create.entry.signal'), disabled: true },
          { value: 'ai', label: t('create.entry.ai'), disabled: true },
        ]}
        onChange={() => dispatch({ kind: 'entryOption', code: '4p' })}
      />
      <p className="field-hint">{t('create.entry.soon', { names: soon.join(' / ') })}</p>
      <p className="field-hint">{t('create.entry.aiReason')}</p>
    </div>
  );
};
