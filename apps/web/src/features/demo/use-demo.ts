// The state of the demo page: public market data, a simulated account, the form, and the last run.
import { useMemo, useReducer, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { contractLimits } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { candlesQuery, retryUntilLoaded } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { initialCreateForm, reduceCreateForm, type CreateForm } from '../create/plan/create-form.ts';
import { previewCreate } from '../create/plan/create-preview.ts';
import { useListed, usePrice } from '../create/plan/use-create-bot.ts';
import type { FieldsProps } from '../create/fields/shared-fields.tsx';
import { runDemo, type DemoRun } from './demo-run.ts';

/** The width and the number of the candles of each span. A span has at most 300 candles, because the exchange returns at most 300 candles per request. */
const candlesOf = {
  days3: { bar: '15m', limit: 288 },
  days12: { bar: '1H', limit: 288 },
  days50: { bar: '4H', limit: 300 },
} as const;
export type DemoSpan = keyof typeof candlesOf;
export const demoSpans: readonly DemoSpan[] = ['days3', 'days12', 'days50'];

/** The initial settings. The rounds of the landing page also use these settings. */
const firstForm: CreateForm = { ...initialCreateForm, tab: 'manual', cyclicSteps: 2 };
const noneInUse: readonly string[] = [];
const available = contractLimits.demoBalance;

/** The run that is shown, with its settings. */
export type ShownRun = { readonly run: DemoRun | null; readonly form: CreateForm };

export function useDemo() {
  const api = useApi();
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, firstForm);
  const [span, setSpan] = useState<DemoSpan>('days12');
  const [shown, setShown] = useState<ShownRun | null>(null);
  const { instrument, listedInstrumentIds, hasInstrumentsFailed } = useListed(form.instrumentId);
  const { isPriceLost, lastPrice, bid, ask } = usePrice(form.instrumentId);
  const candles = useQuery({
    ...candlesQuery(api, form.instrumentId, candlesOf[span]),
    // The candles are fetched once, because the replay does not need newer candles.
    refetchInterval: retryUntilLoaded,
  });
  const haveCandlesFailed = useFailure(candles) !== null;
  const model = useMemo(
    () =>
      previewCreate(
        form,
        {
          instrument,
          hasInstrumentsFailed,
          lastPrice,
          bid,
          ask,
          available,
          accountId: 'demo',
          instrumentsInUse: noneInUse,
        },
        i18n,
      ),
    [form, instrument, hasInstrumentsFailed, lastPrice, bid, ask, i18n],
  );
  const canRun = model.config !== null && candles.data !== undefined && model.blockers.length === 0;
  const run = (): void => {
    if (model.config !== null && candles.data !== undefined)
      setShown({ run: runDemo(model.config, candles.data), form });
  };
  // The first run starts without a click. A later run starts when the user clicks the button.
  if (shown === null && canRun) run();
  const fields: FieldsProps = {
    form,
    dispatch,
    model,
    instrumentIds: listedInstrumentIds,
    instrumentsInUse: noneInUse,
    available,
    lastPrice,
    link: 'linked',
  };
  return {
    fields,
    instrument,
    span,
    setSpan,
    shown,
    run,
    canRun,
    hasFailed: haveCandlesFailed || isPriceLost || hasInstrumentsFailed,
  };
}
