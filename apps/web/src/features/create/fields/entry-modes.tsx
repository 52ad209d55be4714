// The choice of the entry: at once, by a signal, or by an AI model. An entry that cannot be chosen is shown with its reason (specification 5; decision 29).
import { memo, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { compareDecimals, decimal } from '@rondo/decimal';
import type { EntryOptions } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useMargin } from '../../../api/queries/chosen-account.ts';
import { entryOptionsQuery } from '../../../api/queries/queries.ts';
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { Checkbox } from '../../../ui/fields/field.tsx';
import { FieldName } from '../../../ui/fields/field-name.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { FieldsProps } from './shared-fields.tsx';

/** The code of the rules and of their comparison is loaded when the person chooses a signal. */
const SignalFields = lazyComponent(async () => (await import('../entry/signal-fields.tsx')).SignalFields);

const fieldsHeight = 160;

export type EntryModesProps = Pick<FieldsProps, 'form' | 'dispatch' | 'model'> & {
  /** Whether an AI model decides. Null while it is not known. */
  readonly ai: EntryOptions['ai_gpt'] | null;
  /** The equity of the account in USDT, or null while it is not known. */
  readonly balance: string | null;
};

/** The entry options of the modes. */
const entryCodes = { normal: '4p', signal: 'signal', ai: 'ai-gpt' } as const;

/** The choice of the entry with the data of the server. */
export const EntryField = (props: Pick<EntryModesProps, 'form' | 'dispatch' | 'model'>) => {
  const options = useQuery(entryOptionsQuery(useApi())).data ?? null;
  const margin = useMargin().data ?? null;
  return <EntryModes {...props} ai={options?.ai_gpt ?? null} balance={margin?.total ?? null} />;
};

export const EntryModes = ({ form, dispatch, model, ai, balance }: EntryModesProps) => {
  const t = useT();
  const isOn = ai?.is_on === true;
  const isPoor = isOn && balance !== null && compareDecimals(decimal(balance), decimal(ai.minimum_balance)) < 0;
  return (
    <div className="field">
      <FieldName label={t('create.entry.label')} term="entry" />
      <EntryChoice mode={form.entryMode} hasAi={isOn && !isPoor && balance !== null} dispatch={dispatch} />
      {form.refusedAiInstrument === null ? null : (
        <p className="field-error" role="alert">
          {t('errors.aiInstrument', { symbol: form.refusedAiInstrument })}
        </p>
      )}
      {isPoor ? <p className="field-hint">{t('errors.aiBalance')}</p> : null}
      {form.entryMode === 'normal' && form.atrMultiplier === null ? (
        <Checkbox
          label={t('create.entry.shadow')}
          hint={t('create.entry.shadowHint')}
          checked={form.isShadowed}
          onChange={(isOn) => dispatch({ kind: 'shadow', isOn })}
        />
      ) : null}
      {form.entryMode === 'signal' || (form.entryMode === 'normal' && form.isShadowed) ? (
        <Suspense fallback={<Skeleton height={fieldsHeight} />}>
          <TextsOf part="entry" also="whatIf">
            <SignalFields form={form} dispatch={dispatch} bot={model.config} />
          </TextsOf>
        </Suspense>
      ) : null}
      {form.entryMode === 'ai' ? <p className="field-hint">{t('create.entry.aiOn')}</p> : null}
      {isOn && ai.is_double ? <p className="field-hint">{t('create.entry.aiDouble')}</p> : null}
      <p className="field-hint">{t('create.entry.soon', { names: t('create.entry.xgboost') })}</p>
      {ai?.is_on === false ? <p className="field-hint">{t('create.entry.aiReason')}</p> : null}
    </div>
  );
};

type EntryChoiceProps = Pick<EntryModesProps, 'dispatch'> & {
  readonly mode: EntryModesProps['form']['entryMode'];
  /** Whether a model can be chosen. */
  readonly hasAi: boolean;
};

const EntryChoice = memo(({ mode, hasAi, dispatch }: EntryChoiceProps) => {
  const t = useT();
  return (
    <Segmented
      label={t('create.entry.label')}
      wide
      value={mode}
      options={[
        { value: 'normal', label: t('create.entry.normal') },
        { value: 'signal', label: t('create.entry.signal') },
        { value: 'ai', label: t('create.entry.ai'), disabled: !hasAi },
      ]}
      onChange={(chosen) => dispatch({ kind: 'entryOption', code: entryCodes[chosen] })}
    />
  );
});
