// The market data of the selected instrument. The demo uses them too, so this file needs no account.
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { instrumentsQuery, tickerQuery } from '../../../api/queries/queries.ts';
import { useLater } from '../../../lib/page/use-later.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { isStale } from '../../../ui/figures/freshness.tsx';
import { listedIds } from './listed-instruments.ts';

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
  // The first price after a failure replaces the price from before the failure at once.
  const { last = null, bid = null, ask = null } = useLater(ticker.data, isPriceLost ? undefined : instrumentId) ?? {};
  return { pricedAt, isPriceLost, lastPrice: isPriceLost ? null : last, bid, ask };
}
