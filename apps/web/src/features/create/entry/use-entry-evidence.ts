// What an entry rule or distances from ATR would have done over the stored candles of the pair: the moments of a rule first, then the comparison with the controls.
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DistanceComparison, EntryComparison, EntryMoments, EntryRules } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { startWorker } from '../../what-if/start-worker.ts';
import type { WhatIfMessage, WhatIfRequest } from '../../what-if/what-if-messages.ts';
import { candleCoverageQuery } from '../../what-if/coverage-query.ts';
import { monthFilesQuery } from '../../what-if/what-if-queries.ts';
import { isComparable } from '../plan/entry-signal.ts';

/** The time from a change of the form to its comparison, in ms. A comparison has more than a hundred runs, so it waits until the person stops typing. */
const quietMs = 300;

export type EntryEvidence = {
  readonly coverage: CandleCoverage | undefined;
  readonly hasFailed: boolean;
  /** Whether the bars of the rule are shorter than the stored candles, so nothing is compared. */
  readonly hasShortBars: boolean;
  readonly moments: EntryMoments | null;
  readonly comparison: EntryComparison | null;
  readonly distances: DistanceComparison | null;
  /** The length of the compared candles in ms. */
  readonly spanMs: number;
};

type Found = Omit<EntryEvidence, 'coverage' | 'hasShortBars'> & { readonly key: string | null };
const nothing: Found = { key: null, moments: null, comparison: null, distances: null, spanMs: 0, hasFailed: false };

/** What is compared: a rule, or distances from ATR with the rule of the form. */
export type Compared =
  | { readonly kind: 'entry'; readonly entry: EntryRules }
  | { readonly kind: 'distance'; readonly entry: EntryRules | null };

/** The stored candles of a pair that are compared. */
type Candles = { readonly instrumentId: string; readonly files: readonly ArrayBuffer[] };

/** Compares the rule or the distances for the bot of the form. A newer change ends an older comparison. */
export function useEntryEvidence(bot: BotConfig | null, compared: Compared, instrumentId: string): EntryEvidence {
  const coverage = useQuery(candleCoverageQuery(useApi(), instrumentId));
  const files = useQuery(monthFilesQuery(coverage.data));
  const hasNoFiles = [useFailure(coverage), useFailure(files)].some((failure) => failure !== null);
  const worker = useRef<Worker | null>(null);
  const newest = useRef({ id: 0, key: '' });
  const [found, setFound] = useState<Found>(nothing);
  const hasShortBars = compared.entry?.kind === 'rule' && !isComparable(compared.entry.bar);
  const key = bot === null || hasShortBars ? null : keyOf({ bot, compared, instrumentId });
  const [ended, setEnded] = useState<{ readonly key: string; readonly candles: Candles } | null>(null);
  const [chosen, setChosen] = useState<Candles | null>(null);
  const candles = chosen?.instrumentId === instrumentId ? chosen : null;
  const isComparing = candles !== null && key !== null && (ended?.key !== key || ended.candles !== candles);
  // The server stores the months of a new pair for minutes, so a comparison ends before newer candles replace its candles.
  if (files.data !== undefined && files.data !== candles?.files && !isComparing)
    setChosen({ instrumentId, files: files.data });

  useEffect(() => {
    if (candles === null) return undefined;
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<WhatIfMessage>) => {
      const { id, key: asked } = newest.current;
      if (data.id !== id) return;
      setFound((before) => withMessage(before, data, asked));
      if (data.kind !== 'moments') setEnded({ key: asked, candles });
    };
    send(started, { kind: 'candles', months: candles.files });
    return () => {
      started.terminate();
      worker.current = null;
    };
  }, [candles]);

  const latest = useRef({ bot, compared });
  useEffect(() => {
    latest.current = { bot, compared };
  });
  useEffect(() => {
    if (key === null || candles === null) return undefined;
    const timer = setTimeout(() => {
      const { bot: settings, compared: asked } = latest.current;
      if (worker.current === null || settings === null) return;
      newest.current = { id: newest.current.id + 1, key };
      send(worker.current, { ...asked, id: newest.current.id, bot: settings });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [key, candles]);

  // The figures of other settings are not shown.
  const { key: _key, ...shown } = found.key === key ? found : nothing;
  const hasFailed = hasNoFiles || shown.hasFailed;
  return { ...shown, coverage: coverage.data, hasFailed, hasShortBars };
}

function withMessage(before: Found, message: WhatIfMessage, key: string): Found {
  const known = before.key === key ? before : { ...nothing, key };
  switch (message.kind) {
    case 'moments':
      return { ...known, moments: message.moments };
    case 'comparison':
      return { ...known, comparison: message.comparison, spanMs: message.spanMs, hasFailed: false };
    case 'distances':
      return { ...known, distances: message.comparison, spanMs: message.spanMs, hasFailed: false };
    case 'failed':
      return { ...known, hasFailed: true };
    case 'result':
    case 'replay':
    case 'round':
      return known;
    default:
      return message satisfies never;
  }
}

function send(worker: Worker, request: WhatIfRequest): void {
  worker.postMessage(request);
}

/** Returns a text that differs for different settings. A configuration contains integers that JSON cannot contain. */
function keyOf(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
