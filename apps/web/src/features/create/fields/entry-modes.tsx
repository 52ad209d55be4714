// The choice of the entry: at once, by a signal, or by an AI model. An entry that cannot be chosen is shown with its reason (specification 5; decision 29).
import { useQuery } from '@tanstack/react-query';
import { compareDecimals, decimal } from '@rondo/decimal';
import type { EntryOptions } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useMargin } from '../../../api/queries/chosen-account.ts';
import { entryOptionsQuery } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { FieldsProps } from './shared-fields.tsx';

export type EntryModesProps = Pick<FieldsProps, 'form' | 'dispatch'> & {
  /** Whether an AI model decides. Null while it is not known. */
  readonly ai: EntryOptions['ai_gpt'] | null;
  /** The equity of the account in USDT, or null while it is not known. */
  readonly balance: string | null;
};

/** The choice of the entry with the data of the server. */
export const EntryField = (props: Pick<EntryModesProps, 'form' | 'dispatch'>) => {
  const options = useQuery(entryOptionsQuery(useApi())).data ?? null;
  const margin = useMargin().data ?? null;
  return <EntryModes {...props} ai={options?.ai_gpt ?? null} balance={margin?.total ?? null} />;
};

export const EntryModes = ({ form, dispatch, ai, balance }: EntryModesProps) => {
  const t = useT();
  const soon = [t('create.entry.rsi'), t('create.entry.ichimoku'), t('create.entry.xgboost')];
  const isOn = ai?.is_on === true;
  const isPoor = isOn && balance !== null && compareDecimals(decimal(balance), decimal(ai.minimum_balance)) < 0;
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
          { value: 'ai', label: t('create.entry.ai'), disabled: !isOn || isPoor || balance === null },
        ]}
        onChange={(mode) => dispatch({ kind: 'entryOption', code: mode === 'ai' ? 'ai-gpt' : '4p' })}
      />
      {form.refusedAiInstrument === null ? null : (
        <p className="field-error" role="alert">
          {t('errors.aiInstrument', { symbol: form.refusedAiInstrument })}
        </p>
      )}
      {isPoor ? <p className="field-hint">{t('errors.aiBalance')}</p> : null}
      {form.entryMode === 'ai' ? <p className="field-hint">{t('create.entry.aiOn')}</p> : null}
      {isOn && ai.is_double ? <p className="field-hint">{t('create.entry.aiDouble')}</p> : null}
      <p className="field-hint">{t('create.entry.soon', { names: soon.join(' / ') })}</p>
      {ai?.is_on === false ? <p className="field-hint">{t('create.entry.aiReason')}</p> : null}
    </div>
  );
};
