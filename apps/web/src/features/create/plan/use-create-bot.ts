// The state of the creation form: the data from the server, the reducer of the form, and the call that starts a bot with an idempotency key.
import { useEffect, useMemo, useReducer, useRef, type Dispatch } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { ApiError } from '../../../api/calls/api-error.ts';
import { useChosenAccount, useMargin } from '../../../api/queries/chosen-account.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import {
  candlesQuery,
  instrumentsQuery,
  myBotsQuery,
  oauthStatusQuery,
  tickerQuery,
} from '../../../api/queries/queries.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useNow } from '../../../lib/page/use-now.ts';
import { isStale } from '../../../ui/figures/freshness.tsx';
import { createBotRequest } from './create-bot-request.ts';
import { initialCreateForm, reduceCreateForm, type CreateAction, type CreateForm } from './create-form.ts';
import { previewCreate, type CreateModel, type CreateWorld } from './create-preview.ts';
import { listedIds } from './listed-instruments.ts';

const CHART_CANDLES = 73; // 73 candles of 15 minutes show about 18 h (screens 5.5)

/**
 * Returns the selected instrument and the ids of the instruments that can be selected. The list of instruments is read rarely, so the
 * trading state of the selected instrument is the state of its ticker.
 */
export function useListed(instrumentId: string) {
  const api = useApi();
  const instruments = useQuery(instrumentsQuery(api));
  const trading = useQuery(tickerQuery(api, instrumentId)).data?.trading ?? null;
  const listed = useMemo(() => instruments.data?.items ?? [], [instruments.data]);
  // The fallback list appears after the first failed attempt, before the attempts of this fetch have ended.
  const hasFailed = useFailure(instruments) !== null || instruments.failureCount > 0;
  const hasInstrumentsFailed = hasFailed && listed.length === 0;
  const listedInstrumentIds = useMemo(() => listedIds(listed, hasInstrumentsFailed), [listed, hasInstrumentsFailed]);
  const instrument = useMemo(() => {
    const found = listed.find((each) => each.instId === instrumentId) ?? null;
    return found === null || trading === null ? found : { ...found, ...trading };
  }, [listed, instrumentId, trading]);
  return { instrument, listedInstrumentIds, hasInstrumentsFailed };
}

/** Returns the price of the selected instrument. The price is null when it is unavailable or too old. */
export function usePrice(instrumentId: string) {
  const ticker = useQuery(tickerQuery(useApi(), instrumentId));
  const pricedAt = ticker.dataUpdatedAt;
  const isOld = isStale({ updatedAt: pricedAt, maxAgeMs: intervals.cachedMarkMs }, useNow(intervals.tickerMs));
  const isPriceLost = useFailure(ticker) !== null || isOld;
  const { last = null, bid = null, ask = null } = ticker.data ?? {};
  return { pricedAt, isPriceLost, lastPrice: isPriceLost ? null : last, bid, ask };
}

type Choice = {
  readonly listedInstrumentIds: readonly string[];
  readonly instrumentsInUse: readonly string[];
  readonly dispatch: Dispatch<CreateAction>;
};

/** Replaces a selected instrument that is in use by a free instrument. */
function useFreeInstrument({ listedInstrumentIds, instrumentsInUse, dispatch }: Choice): void {
  useEffect(() => {
    if (listedInstrumentIds.length === 0) return;
    const free = listedInstrumentIds.filter((id) => !instrumentsInUse.includes(id));
    dispatch({ kind: 'instrumentsInUse', ids: instrumentsInUse, free });
  }, [listedInstrumentIds, instrumentsInUse, dispatch]);
}

/** Returns the chosen account when it has a key, else null. A bot uses the trading key, so an expired log-in token does not block the creation (decision 18). */
function useKeyedAccount() {
  const { account } = useChosenAccount();
  return account === undefined || account.key_state === 'none' ? null : account;
}

/** Memoises the preview by the form and the market data. */
function useModel(form: CreateForm, world: CreateWorld): CreateModel {
  const i18n = useI18n();
  const { instrument, hasInstrumentsFailed, lastPrice, bid, ask, available, accountId, instrumentsInUse } = world;
  return useMemo(
    () =>
      previewCreate(
        form,
        { instrument, hasInstrumentsFailed, lastPrice, bid, ask, available, accountId, instrumentsInUse },
        i18n,
      ),
    [form, instrument, hasInstrumentsFailed, lastPrice, bid, ask, available, accountId, instrumentsInUse, i18n],
  );
}

export function useCreateBot(onCreated: (bot: BotWire) => void) {
  const api = useApi();
  const cache = useQueryClient();
  const [form, dispatch] = useReducer(reduceCreateForm, initialCreateForm);
  const { lastPrice, bid, ask, ...price } = usePrice(form.instrumentId);
  const candles = useQuery(candlesQuery(api, form.instrumentId, { bar: '15m', limit: CHART_CANDLES }));
  const margin = useMargin();
  const account = useKeyedAccount();
  const bots = useQuery(myBotsQuery(api));
  const link = useQuery(oauthStatusQuery(api));
  const { instrument, ...list } = useListed(form.instrumentId);
  const instrumentsInUse = useMemo(() => (bots.data ?? []).map((bot) => bot.symbol), [bots.data]);
  useFreeInstrument({ ...list, instrumentsInUse, dispatch });
  const available = margin.data?.available ?? null;
  const world = { ...list, instrument, lastPrice, bid, ask, available, instrumentsInUse };
  const model = useModel(form, { ...world, accountId: account?.id ?? null });
  const key = useRef<string | null>(null);
  const submit = useMutation({
    mutationFn: async () => {
      if (model.settings === null || model.config === null || model.preview === null || account === null)
        throw new ApiError({ status: 0, code: 'VALIDATION' });
      key.current ??= crypto.randomUUID();
      const body = createBotRequest({
        settings: model.settings,
        name: model.name.trim(),
        accountId: account.id,
        config: model.config,
        plan: model.preview.plan,
      });
      return api.call('createBot', { body, headers: { 'idempotency-key': key.current } });
    },
    onSuccess: async (response) => {
      key.current = null;
      await Promise.all([queryKeys.myBots, queryKeys.margin].map((queryKey) => cache.invalidateQueries({ queryKey })));
      onCreated(response.bot);
    },
    onError: (error) => {
      // When no response arrives, the server may have created the bot. The retry then has the same idempotency key, so that it does not create a second bot.
      if (!(error instanceof ApiError && error.status === 0)) key.current = null;
      if (error instanceof ApiError && error.code === 'INSUFFICIENT_MARGIN')
        void cache.invalidateQueries({ queryKey: queryKeys.margin });
    },
  });
  return {
    form,
    dispatch,
    model,
    ...list,
    instrument,
    instrumentsInUse,
    lastPrice,
    ...price,
    candles,
    available,
    account,
    link,
    bots,
    submit,
  };
}
