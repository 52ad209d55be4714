// The fields that both tabs have: pair, direction, allocation, name, and the warning about fees.
import { memo, useDeferredValue, useEffect, useState, type Dispatch } from 'react';
import { formatDecimal } from '@rondo/decimal';
import { useT } from '../../../i18n/i18n-context.tsx';
import { intervals } from '../../../api/queries/intervals.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { FieldName } from '../../../ui/fields/field-name.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { problemText } from '../plan/blocker-text.ts';
import type { CreateAction, CreateForm } from '../plan/create-form.ts';
import { ForeignNote, type ForeignNoteProps } from './foreign-note.tsx';
import { defaultShareOf, freeMarginOf, type CreateModel } from '../plan/create-preview.ts';

const RESULTS_SHOWN = 5; // specification 2: the search shows five results

export type FieldsProps = {
  readonly form: CreateForm;
  readonly dispatch: Dispatch<CreateAction>;
  readonly model: CreateModel;
  readonly instrumentIds: readonly string[];
  readonly instrumentsInUse: readonly string[];
  readonly available: string | null;
  /** The open positions that no bot manages. */
  readonly foreign: ForeignNoteProps;
  readonly lastPrice: string | null;
  /** Whether the distance can follow from the volatility. The candles of the demo are too few for it. */
  readonly hasAtr: boolean;
};

type MarketProps = Pick<CreateForm, 'instrumentId' | 'direction'> &
  Pick<FieldsProps, 'dispatch' | 'instrumentIds' | 'instrumentsInUse'>;

export const PairAndDirection = ({ form, dispatch, instrumentIds, instrumentsInUse }: FieldsProps) => {
  const { instrumentId, direction } = form;
  return <Market {...{ instrumentId, direction, dispatch, instrumentIds, instrumentsInUse }} />;
};

/** The pair and the direction. They are rendered again only when one of them or their lists change. */
const Market = memo((props: MarketProps) => {
  const { instrumentId, direction, dispatch, instrumentIds, instrumentsInUse } = props;
  const t = useT();
  const [query, setQuery] = useState('');
  const search = useDebounced(query, intervals.searchDebounceMs);
  const wanted = search.trim().toUpperCase();
  const matches = instrumentIds.filter((id) => id.includes(wanted));
  const free = matches.filter((id) => !instrumentsInUse.includes(id));
  const busy = matches.find((id) => instrumentsInUse.includes(id));
  const options = free.slice(0, RESULTS_SHOWN).map((id) => ({ value: id, label: id }));
  return (
    <div className="pair-and-direction">
      <Combobox
        label={t('create.pair')}
        listLabel={t('create.pairs')}
        chosenLabel={instrumentId}
        query={query}
        onQueryChange={setQuery}
        options={options}
        onChoose={(id) => dispatch({ kind: 'instrument', id })}
        emptyText={busy === undefined ? t('create.noPair') : t('create.pairRunning', { instrument: busy })}
      />
      <div className="field">
        <FieldName label={t('create.direction')} term="direction" />
        <Segmented
          label={t('create.direction')}
          value={direction}
          wide
          onChange={(chosen) => dispatch({ kind: 'direction', direction: chosen })}
          options={[
            { value: 'long', label: `▲ ${t('create.long')}` },
            { value: 'short', label: `▼ ${t('create.short')}` },
          ]}
        />
      </div>
      {direction === 'short' ? <p className="field-hint wide">{t('create.shortCaution')}</p> : null}
    </div>
  );
});

export const AllocationField = ({ form, dispatch, model, available, foreign, instrumentsInUse }: FieldsProps) => {
  const t = useT();
  const format = useFormat();
  const amount = model.allocation === null ? null : formatDecimal(model.allocation);
  const problem = model.problems.find(({ field }) => field === 'allocation');
  const free = freeMarginOf({ available, foreignMargin: foreign.margin });
  return (
    <div className="allocation-field">
      <AmountField
        label={t('create.allocation')}
        term="allocation"
        unit="USDT"
        text={form.allocation ?? format.money(amount)}
        readAs={
          form.allocation === null || amount === null
            ? null
            : t('create.allocationRead', { amount: format.typedAmount(amount) })
        }
        hint={t(form.allocation === null ? 'create.shareOfAvailable' : 'create.ofAvailable', {
          share: format.percent(Number(defaultShareOf(instrumentsInUse))),
          available: format.money(form.allocation === null && free !== null ? formatDecimal(free) : available),
        })}
        error={problem === undefined ? undefined : problemText(problem, t)}
        onChange={(text) => dispatch({ kind: 'allocation', text })}
      />
      <ForeignNote {...foreign} />
    </div>
  );
};

/** The attribute `name` of the field of the bot's name. */
export const nameOfNameField = 'botName';

export const NameField = ({ dispatch, model }: Pick<FieldsProps, 'dispatch' | 'model'>) => {
  const t = useT();
  const problem = model.problems.find(({ field }) => field === 'name');
  return (
    <TextField
      label={t('create.name')}
      name={nameOfNameField}
      value={model.name}
      hint={t('create.nameCount', { used: Array.from(model.name).length })}
      error={problem === undefined ? undefined : problemText(problem, t)}
      onChange={(event) => dispatch({ kind: 'name', text: event.target.value })}
    />
  );
};

/** The warning of decision 8, beside the take-profit: fees take more than half of the target. */
export const FeeWarning = ({ model }: Pick<FieldsProps, 'model'>) => {
  const t = useT();
  return model.preview?.feesEatTarget === true ? (
    <Banner tone="warning" role="status">
      {t('create.feesEatTarget')}
    </Banner>
  ) : null;
};

/** Returns the value after it has not changed for `delayMs`. */
function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return useDeferredValue(debounced);
}
