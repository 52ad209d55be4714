// TanStack query options of all server data: key, call and polling interval.
import { queryOptions } from '@tanstack/react-query';
import type { CandlesQuery } from '@rondo/contract';
import type { ApiClient } from '../calls/client.ts';
import { intervals } from './intervals.ts';
import { queryKeys } from './query-keys.ts';

export const healthQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => api.call('health', { signal }),
    refetchInterval: intervals.healthMs,
    retry: false,
  });

export const myBotsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.myBots,
    queryFn: ({ signal }) => api.call('myBots', { signal }),
    refetchInterval: intervals.botsMs,
    // A component that is mounted between two polls causes no request of its own. A `staleTime` would start a timer for each component.
    refetchOnMount: ({ state }) => state.isInvalidated || Date.now() - state.dataUpdatedAt >= intervals.botsMs,
  });

export const botQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.bot(id),
    queryFn: ({ signal }) => api.call('bot', { params: { id }, signal }),
    refetchInterval: intervals.botDetailMs,
  });

/** The bot with the orders and fills of its latest round only. */
export const botRoundQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.botRound(id),
    queryFn: ({ signal }) => api.call('bot', { params: { id }, query: { only: 'round' }, signal }),
    refetchInterval: intervals.botDetailMs,
  });

export const fillsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.fills(id),
    queryFn: ({ signal }) => api.call('botFills', { params: { id }, signal }),
  });

export const historyQuery = (api: ApiClient, range: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: queryKeys.history(range.from, range.to),
    queryFn: ({ signal }) => api.call('history', { query: range, signal }),
    refetchInterval: intervals.historyMs,
  });

/** Without an account id the server uses the user's only account. */
export const marginQuery = (api: ApiClient, accountId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.margin, accountId ?? null],
    queryFn: ({ signal }) =>
      api.call('margin', { signal, ...(accountId === undefined ? {} : { query: { account_id: accountId } }) }),
    refetchInterval: intervals.balanceMs,
  });

export const oauthStatusQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.oauthStatus,
    queryFn: ({ signal }) => api.call('oauthStatus', { signal }),
    // The connection monitor of the frame polls the accounts. Many components read them, and a finite `staleTime` would start a timer for each.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the findings about an account. The server asks the exchange for them. */
export const preflightQuery = (api: ApiClient, accountId: string) =>
  queryOptions({
    queryKey: queryKeys.preflight(accountId),
    queryFn: ({ signal }) => api.call('preflight', { query: { account_id: accountId }, signal }),
    staleTime: intervals.profileMs,
    retry: false,
  });

/** Reads which entries can be chosen for a new bot. */
export const entryOptionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.entryOptions,
    queryFn: ({ signal }) => api.call('entryOptions', { signal }),
    staleTime: intervals.profileMs,
  });

/** Reads the newest decisions about the entries of a bot. */
export const botSignalsQuery = (api: ApiClient, botId: string) =>
  queryOptions({
    queryKey: queryKeys.signals(botId),
    queryFn: ({ signal }) => api.call('botSignals', { params: { id: botId }, signal }),
    refetchInterval: intervals.signalsMs,
  });

/** The account whose connection is shown. `isAuto` is true when the connection status is polled. */
export type WatchedAccount = { readonly accountId: string; readonly isAuto: boolean };

/** Reads the connection status. `tookMs` is the duration of the request in ms. It is shown as the latency between this browser and the server. */
export const connectionQuery = (api: ApiClient, { accountId, isAuto }: WatchedAccount) =>
  queryOptions({
    queryKey: [...queryKeys.connection, accountId],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now();
      const status = await api.call('comprehensiveStatus', { query: { account_id: accountId }, signal });
      return { status, tookMs: performance.now() - startedAt };
    },
    refetchInterval: isAuto ? intervals.connectionMs : false,
  });

export const metricsQuery = (api: ApiClient, { accountId, isAuto }: WatchedAccount) =>
  queryOptions({
    queryKey: [...queryKeys.metrics, accountId],
    queryFn: ({ signal }) => api.call('metrics', { query: { account_id: accountId }, signal }),
    refetchInterval: isAuto ? intervals.connectionMs : false,
  });

export const viewerSocketQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.viewerSocket,
    queryFn: ({ signal }) => api.call('socketStatus', { signal }),
    refetchInterval: intervals.viewerStatusMs,
  });

export const registrationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.registration,
    queryFn: ({ signal }) => api.call('registration', { signal }),
    staleTime: intervals.instrumentsMs,
  });

export const exchangesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.exchanges,
    queryFn: ({ signal }) => api.call('exchanges', { signal }),
    staleTime: intervals.instrumentsMs,
  });

export const keyedAccountsQuery = (api: ApiClient, exchangeName: string) =>
  queryOptions({
    queryKey: [...queryKeys.keyedAccounts, exchangeName],
    queryFn: ({ signal }) => api.call('exchangeAccounts', { query: { exchange_name: exchangeName }, signal }),
  });

export const secondFactorQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => api.call('secondFactor', { signal }),
  });

export const passkeysQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => api.call('passkeys', { signal }),
  });

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.call('sessions', { signal }),
  });

export const loginsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.logins,
    queryFn: ({ signal }) => api.call('logins', { signal }),
    refetchInterval: intervals.loginsMs,
  });

export const testimonialConsentQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.testimonialConsent,
    queryFn: ({ signal }) => api.call('testimonialConsent', { signal }),
  });

/** The refetch interval of data that rarely changes. The data is fetched once. It is polled only after a failed request, until a request succeeds. */
export const retryUntilLoaded = (query: { readonly state: { readonly status: string } }): number | false =>
  query.state.status === 'error' ? intervals.candlesMs : false;

export const instrumentsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.instruments,
    queryFn: ({ signal }) => api.call('instruments', { signal }),
    staleTime: intervals.instrumentsMs,
    refetchInterval: retryUntilLoaded,
  });

export const tickerQuery = (api: ApiClient, instrumentId: string) =>
  queryOptions({
    queryKey: queryKeys.ticker(instrumentId),
    queryFn: ({ signal }) => api.call('ticker', { params: { id: instrumentId }, signal }),
    refetchInterval: intervals.tickerMs,
  });

/** The simulated account of the demo. It does not change. */
export const demoAccountQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.demoAccount,
    queryFn: ({ signal }) => api.call('demoAccount', { signal }),
    staleTime: intervals.instrumentsMs,
    refetchInterval: retryUntilLoaded,
  });

export const candlesQuery = (
  api: ApiClient,
  instrumentId: string,
  shape: { readonly bar: NonNullable<CandlesQuery['bar']>; readonly limit: number },
) =>
  queryOptions({
    queryKey: queryKeys.candles(instrumentId, shape.bar, shape.limit),
    queryFn: ({ signal }) => api.call('candles', { params: { id: instrumentId }, query: shape, signal }),
    // A second chart of the pair uses the candles that the first chart has just fetched.
    staleTime: intervals.candlesMs,
    refetchInterval: intervals.candlesMs,
  });

/** The number of candles of 15 minutes in 24 h. */
export const dayCandles = 96;

/** The number of candles that the chart of a running bot fetches. */
export const candleCount = 120;

/**
 * The candles of 15 minutes of one pair. The chart of a running bot and its change of 24 h share them. The open price of the last candle but
 * `dayCandles - 1` is the price before 24 h.
 */
export const dayCandlesQuery = (api: ApiClient, instrumentId: string) =>
  candlesQuery(api, instrumentId, { bar: '15m', limit: candleCount });
