// The state of the demo page: public market data, the simulated account, the form, and the replay of the settings.
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CandleWire } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import { useApi } from '../../api/calls/api-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { candlesQuery, dayCandlesQuery, demoAccountQuery, retryUntilLoaded } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { noForeign } from '../create/fields/foreign-note.tsx';
import { initialCreateForm, reduceCreateForm, type CreateForm } from '../create/plan/create-form.ts';
import { previewCreate, type CreateModel } from '../create/plan/create-preview.ts';
import { useListed, usePrice } from '../create/plan/use-market.ts';
import type { FieldsProps } from '../create/fields/shared-fields.tsx';
import { startWorker } from '../what-if/start-worker.ts';
import type { WhatIfMessage, WhatIfRequest } from '../what-if/what-if-messages.ts';
import type { DemoRun } from './demo-run.ts';
import { sceneCandles, type DemoScene } from './demo-scenes.ts';

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

/** The replay that is shown, with its settings and its candles. */
export type ShownRun = {
  readonly run: DemoRun | null;
  readonly form: CreateForm;
  readonly items: readonly CandleWire[];
};

/** Queries the candles of a span once, because the replay does not need newer candles. */
const useDemoCandles = (instrumentId: string, span: DemoSpan, scene: DemoScene) => {
  const candles = useQuery({
    ...candlesQuery(useApi(), instrumentId, candlesOf[span]),
    refetchInterval: retryUntilLoaded,
  });
  const all = candles.data?.items;
  const items = useMemo(() => (all === undefined ? null : sceneCandles(all, scene)), [all, scene]);
  return { items, hasFailed: useFailure(candles) !== null };
};

type Runnable = { readonly config: BotConfig; readonly form: CreateForm };

/** Returns the last settings that can run. The result stays the same until a setting changes, although the model is new with every price. */
const useLastRunnable = ({ config, blockers }: CreateModel, form: CreateForm): Runnable | null => {
  const [runnable, setRunnable] = useState<Runnable | null>(null);
  if (config !== null && blockers.length === 0 && textOf(config) !== textOf(runnable?.config ?? null))
    setRunnable({ config, form });
  return runnable;
};

const textOf = (config: BotConfig | null): string =>
  JSON.stringify(config, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A request of the page to the worker, with what its result belongs to. */
type Asked = { readonly id: number; readonly form: CreateForm; readonly items: readonly CandleWire[] };

/**
 * Replays the settings after each change, in a worker, because a replay takes a quarter of a second on a phone. The older replay is shown until the new one is made;
 * new candles begin without one.
 */
const useReplay = (model: CreateModel, form: CreateForm, items: readonly CandleWire[] | null) => {
  const runnable = useLastRunnable(model, form);
  const worker = useRef<Worker | null>(null);
  const newest = useRef<Asked | null>(null);
  const [made, setMade] = useState<ShownRun | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<WhatIfMessage>) => {
      const asked = newest.current;
      if (data.kind === 'replay' && data.id === asked?.id)
        setMade({ run: data.run, form: asked.form, items: asked.items });
    };
    started.onerror = () => setFailed(true);
    return () => {
      started.terminate();
      worker.current = null;
    };
  }, []);
  useEffect(() => {
    if (runnable === null || items === null) return;
    const id = (newest.current?.id ?? 0) + 1;
    newest.current = { id, form: runnable.form, items };
    const request: WhatIfRequest = { kind: 'replay', id, bot: runnable.config, items };
    worker.current?.postMessage(request);
  }, [runnable, items]);
  return { shown: made !== null && made.items === items ? made : null, hasFailed };
};

export function useDemo() {
  const api = useApi();
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, firstForm);
  const [span, setSpan] = useState<DemoSpan>('days12');
  const [scene, setScene] = useState<DemoScene>('all');
  const account = useQuery(demoAccountQuery(api));
  const hasAccountFailed = useFailure(account) !== null;
  const available = account.data?.available ?? null;
  const { instrument, listedInstrumentIds, hasInstrumentsFailed } = useListed(form.instrumentId);
  const { isPriceLost, lastPrice, bid, ask } = usePrice(form.instrumentId);
  const candles = useDemoCandles(form.instrumentId, span, scene);
  const dayCandles = useQuery(dayCandlesQuery(api, form.instrumentId)).data?.items;
  const model = useMemo(() => {
    const market = { instrument, hasInstrumentsFailed, lastPrice, bid, ask };
    const money = {
      available,
      foreignMargin: noForeign.margin,
      accountId: 'demo',
      isAccountRead: true,
      keyBlock: null,
    };
    return previewCreate(form, { ...market, ...money, instrumentsInUse: noneInUse }, i18n);
  }, [form, instrument, hasInstrumentsFailed, lastPrice, bid, ask, available, i18n]);
  const fields: FieldsProps = {
    form,
    dispatch,
    model,
    instrumentIds: listedInstrumentIds,
    instrumentsInUse: noneInUse,
    available,
    foreign: noForeign,
    lastPrice,
    hasAtr: false,
  };
  const replay = useReplay(model, form, candles.items);
  return {
    fields,
    instrument,
    /** The candles of the last 24 hours, and some before them. */
    dayCandles,
    account: account.data,
    /** Whether the candles are those of the practice exchange. An older server does not say it. */
    isSandbox: account.data?.venue === 'sandbox',
    span,
    setSpan,
    /** The length of the candles of the span. */
    bar: candlesOf[span].bar,
    scene,
    setScene,
    shown: replay.shown,
    hasAccountFailed,
    hasFailed: replay.hasFailed || candles.hasFailed || isPriceLost || hasInstrumentsFailed || hasAccountFailed,
  };
}
