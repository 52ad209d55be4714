// The choice of the signal in the form: RSI, Ichimoku or messages of another program, the settings of the rule, and what the rule would have done.
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Suspense, type Dispatch } from 'react';
import type { BotConfig } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { FieldName } from '../../../ui/fields/field-name.tsx';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import type { CreateAction, CreateForm } from '../plan/create-form.ts';
import { barChoices, barNamed, ruleOf, shownSignal, signalBounds, type SignalField } from '../plan/entry-signal.ts';
import './entry.css';

const EntryEvidence = lazyComponent(async () => (await import('./entry-evidence.tsx')).EntryEvidence);

export type SignalFieldsProps = {
  readonly form: CreateForm;
  readonly dispatch: Dispatch<CreateAction>;
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
};

const evidenceHeight = 320;

export const SignalFields = ({ form, dispatch, bot }: SignalFieldsProps) => {
  const t = useT();
  const { kind } = form.signal;
  const rule = ruleOf(form);
  return (
    <div className="signal-fields">
      <div className="field">
        <FieldName label={t('entry.kind')} term="signalSource" />
        <Segmented
          label={t('entry.kind')}
          value={kind}
          wide
          options={[
            { value: 'rsi', label: t('create.entry.rsi') },
            { value: 'ichimoku', label: t('create.entry.ichimoku') },
            ...(form.entryMode === 'signal' ? [{ value: 'webhook' as const, label: t('create.entry.webhook') }] : []),
          ]}
          onChange={(next) => dispatch({ kind: 'signal', change: { kind: next } })}
        />
      </div>
      {kind === 'webhook' ? (
        <p className="field-hint">{t('entry.webhookHint')}</p>
      ) : (
        <RuleFields form={form} dispatch={dispatch} wrong={typeof rule === 'string' ? rule : null} />
      )}
      {rule === null || typeof rule === 'string' ? null : (
        <Suspense fallback={<Skeleton height={evidenceHeight} />}>
          <EntryEvidence bot={bot} entry={rule} instrumentId={form.instrumentId} />
        </Suspense>
      )}
    </div>
  );
};

type RuleFieldsProps = Omit<SignalFieldsProps, 'bot'> & { readonly wrong: SignalField | null };

const RuleFields = ({ form, dispatch, wrong }: RuleFieldsProps) => {
  const t = useT();
  const { kind, bar, length } = form.signal;
  const { level, when } = shownSignal(form);
  const numberProps = (field: SignalField) => ({
    label: t(`entry.${field}`),
    hint: t('entry.bounds', signalBounds(field)),
    inputMode: 'decimal' as const,
    error: wrong === field ? t('create.problem.outOfRange', signalBounds(field)) : undefined,
  });
  return (
    <div className="signal-settings">
      <SelectField
        label={t('entry.bar')}
        term="bar"
        value={bar}
        onChange={({ target }) => {
          const chosen = barNamed(target.value);
          if (chosen !== undefined) dispatch({ kind: 'signal', change: { bar: chosen } });
        }}
      >
        {barChoices(bar).map((each) => (
          <option key={each} value={each}>
            {t(`entry.bar.${each}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('entry.when')}
        term="fires"
        value={when}
        onChange={({ target }) =>
          dispatch({ kind: 'signal', change: { when: target.value === 'while' ? 'while' : 'crossing' } })
        }
      >
        {(['crossing', 'while'] as const).map((each) => (
          <option key={each} value={each}>
            {t(`entry.when.${kind === 'ichimoku' ? 'ichimoku' : 'rsi'}.${each}`)}
          </option>
        ))}
      </SelectField>
      {kind === 'rsi' ? (
        <>
          <TextField
            {...numberProps('length')}
            term="rsiLength"
            value={length}
            onChange={({ target }) => dispatch({ kind: 'signal', change: { length: target.value } })}
          />
          <TextField
            {...numberProps('level')}
            term="rsiLevel"
            value={level}
            onChange={({ target }) => dispatch({ kind: 'signal', change: { level: target.value } })}
          />
        </>
      ) : null}
    </div>
  );
};
