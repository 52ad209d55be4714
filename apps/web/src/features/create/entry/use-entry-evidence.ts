// What an entry rule or distances from ATR would have done over the stored candles of the pair: the moments of a rule first, then the comparison with the controls.
import { useEffect, useRef, useState } from 'react';
import type { DistanceComparison, EntryComparison, EntryMoments, EntryRules } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import { startWorker } from '../../what-if/start-worker.ts';
import { keyOf } from '../../what-if/settings-key.ts';
import type { ComparedSpan, WhatIfMessage, WhatIfRequest } from '../../what-if/what-if-messages.ts';
import { useStoredMonths } from '../../what-if/use-stored-months.ts';

/** The time from a change of the form to its comparison, in ms. A comparison has more than a hundred runs, so it waits until the person stops typing. */
const quietMs = 300;

export type EntryEvidence = {
  readonly coverage: CandleCoverage | undefined;
  readonly hasFailed: boolean;
  readonly moments: EntryMoments | null;
  readonly comparison: EntryComparison | null;
  readonly distances: DistanceComparison | null;
  /** The compared candles, or null before a comparison. */
  readonly span: ComparedSpan | null;
};

type Found = Omit<EntryEvidence, 'coverage'> & { readonly key: string | null };
const nothing: Found = { key: null, moments: null, comparison: null, distances: null, span: null, hasFailed: false };

/** What is compared: a rule, or distances from ATR with the rule of the form. */
export type Compared =
  | { readonly kind: 'entry'; readonly entry: EntryRules }
  | { readonly kind: 'distance'; readonly entry: EntryRules | null };

/** The stored candles of a pair that are compared. */
type Candles = { readonly instrumentId: string; readonly files: readonly ArrayBuffer[] };

/** Compares the rule or the distances for the bot of the form, and nothing without a bot. A newer change ends an older comparison. */
export function useEntryEvidence(bot: BotConfig | null, compared: Compared, instrumentId: string): EntryEvidence {
  const { coverage, months, hasFailed: hasNoFiles } = useStoredMonths(instrumentId);
  const worker = useRef<Worker | null>(null);
  const newest = useRef({ id: 0, key: '' });
  const [found, setFound] = useState<Found>(nothing);
  const key = bot === null ? null : keyOf({ bot, compared, instrumentId });
  const [ended, setEnded] = useState<{ readonly key: string; readonly candles: Candles } | null>(null);
  const [chosen, setChosen] = useState<Candles | null>(null);
  const [isBroken, setBroken] = useState(false);
  const candles = chosen?.instrumentId === instrumentId ? chosen : null;
  const isComparing = candles !== null && key !== null && (ended?.key !== key || ended.candles !== candles);
  // The server stores the months of a new pair for minutes, so a comparison ends before newer candles replace its candles.
  if (months !== undefined && months !== candles?.files && !isComparing) setChosen({ instrumentId, files: months });

  useEffect(() => {
    if (candles === null) return undefined;
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<WhatIfMessage>) => {
      setBroken(false);
      const { id, key: asked } = newest.current;
      if (data.id !== id) return;
      setFound((before) => withMessage(before, data, asked));
      if (data.kind !== 'moments') setEnded({ key: asked, candles });
    };
    started.onerror = () => setBroken(true);
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
  const hasFailed = hasNoFiles || isBroken || shown.hasFailed;
  return { ...shown, coverage, hasFailed };
}

function withMessage(before: Found, message: WhatIfMessage, key: string): Found {
  const known = before.key === key ? before : { ...nothing, key };
  switch (message.kind) {
    case 'moments':
      return { ...known, moments: message.moments };
    case 'comparison':
      return { ...known, comparison: message.comparison, span: message.span, hasFailed: false };
    case 'distances':
      return { ...known, distances: message.comparison, span: message.span, hasFailed: false };
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
