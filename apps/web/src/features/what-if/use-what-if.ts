// The state of the what-if strip: the stored candles of the pair, the worker, and the newest result.
import { useEffect, useRef, useState } from 'react';
import type { EntryRules, WhatIf } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import { startWorker } from './start-worker.ts';
import { useDrawnRound, type DrawnRound } from './marks/use-drawn-round.ts';
import { keyOf } from './settings-key.ts';
import { useStoredMonths } from './use-stored-months.ts';
import type { RunSettings, WhatIfMessage, WhatIfRequest } from './what-if-messages.ts';

/** The shortest time between two simulations, in ms. A slider that moves changes the form many times a second. */
const betweenMs = 50;

/** What is simulated: the settings of a bot, or null while there are none, with the rule that opens its rounds, and the last `spanMs` of the stored candles. */
export type Simulated = {
  readonly bot: BotConfig | null;
  readonly entry: EntryRules | null;
  readonly instrumentId: string;
  readonly spanMs: number;
};

/** The result that is shown, with its settings. `isWhole` is false while runs of the band are missing. */
export type ShownWhatIf = {
  readonly result: WhatIf;
  readonly isWhole: boolean;
  readonly instrumentId: string;
  readonly settings: RunSettings;
  readonly key: string;
};

/** `worker`: the worker cannot start. `refused`: the worker cannot simulate the settings. `files`: the candles cannot be loaded, which is tried again. */
export type WhatIfFailure = 'worker' | 'refused' | 'files';

export type WhatIfState = {
  readonly coverage: CandleCoverage | undefined;
  readonly failure: WhatIfFailure | null;
  readonly shown: ShownWhatIf | null;
  /** Asks for a round of a result with these settings, and returns the id of the request. */
  readonly askRound: (settings: RunSettings, round: number) => number;
  /** The response to the newest request for a round. */
  readonly drawn: DrawnRound | null;
};

type Asked = { readonly id: number; readonly key: string; readonly settings: RunSettings };

/** Simulates the settings. A newer change of the form ends an older simulation. `isOld` is true while the result of the settings is awaited and the result of other settings is known. */
export function useWhatIf(simulated: Simulated): { readonly state: WhatIfState; readonly isOld: boolean } {
  const { bot, entry, instrumentId, spanMs } = simulated;
  const { coverage, months, hasFailed } = useStoredMonths(instrumentId);
  const worker = useRef<Worker | null>(null);
  const newest = useRef<Asked | null>(null);
  const { drawn, askRound, onRound, onWorkerEnd } = useDrawnRound(worker);
  const [shown, setShown] = useState<ShownWhatIf | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    if (months === undefined) return undefined;
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<WhatIfMessage>) => {
      setBroken(false);
      if (data.kind === 'round') onRound(data);
      const asked = newest.current;
      if (data.kind === 'round' || data.id !== asked?.id) return;
      const { key, settings } = asked;
      setRefused(data.kind === 'failed' ? key : null);
      if (data.kind !== 'result') return;
      setShown({ result: data.result, isWhole: data.isWhole, instrumentId, settings, key });
    };
    started.onerror = () => setBroken(true);
    send(started, { kind: 'candles', months });
    return () => {
      started.terminate();
      worker.current = null;
      onWorkerEnd();
    };
  }, [months, instrumentId, onRound, onWorkerEnd]);

  const key = bot === null ? null : keyOf({ bot, entry, spanMs });
  const latest = useLatest({ bot, entry });
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const lastAt = coverage?.months.at(-1)?.to ?? 0;
  useEffect(() => {
    if (key === null || months === undefined) return undefined;
    const waitMs = Math.max(0, sentAt.current + betweenMs - performance.now());
    const timer = setTimeout(() => {
      const { bot: newestBot, entry: rules } = latest.current;
      if (worker.current === null || newestBot === null) return;
      const settings = { bot: newestBot, entry: rules, fromAt: Math.max(0, lastAt - spanMs) };
      newest.current = { id: (newest.current?.id ?? 0) + 1, key, settings };
      sentAt.current = performance.now();
      send(worker.current, { kind: 'settings', id: newest.current.id, ...settings });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [key, months, spanMs, lastAt, latest]);

  const shownHere = shown?.instrumentId === instrumentId ? shown : null;
  const isRefused = key !== null && refused === key;
  const failure = isBroken ? 'worker' : isRefused ? 'refused' : hasFailed ? 'files' : null;
  const state = { coverage, failure, shown: shownHere, askRound, drawn } as const;
  const isWaiting = key !== null && !isRefused && !isBroken;
  return { state, isOld: isWaiting && shownHere !== null && shownHere.key !== key };
}

/** Returns a reference that has the value of the newest render. */
function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function send(worker: Worker, request: WhatIfRequest): void {
  worker.postMessage(request);
}
