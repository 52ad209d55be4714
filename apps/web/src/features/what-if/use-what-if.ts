// The state of the what-if strip: the stored candles of the pair, the worker, and the newest result.
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { WhatIf } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import { useApi } from '../../api/calls/api-context.tsx';
import { useFailure } from '../../api/queries/use-failure.ts';
import { startWorker } from './start-worker.ts';
import { candleCoverageQuery } from './coverage-query.ts';
import { monthFilesQuery } from './what-if-queries.ts';
import { useDrawnRound, type DrawnRound } from './marks/use-drawn-round.ts';
import type { RunSettings, WhatIfMessage, WhatIfRequest } from './what-if-messages.ts';

/** The shortest time between two simulations, in ms. A slider that moves changes the form many times a second. */
const betweenMs = 50;

/** The result that is shown, with its settings. `isWhole` is false while runs of the band are missing. */
export type ShownWhatIf = {
  readonly result: WhatIf;
  readonly isWhole: boolean;
  readonly instrumentId: string;
  readonly settings: RunSettings;
};

export type WhatIfState = {
  readonly coverage: CandleCoverage | undefined;
  readonly hasFailed: boolean;
  readonly shown: ShownWhatIf | null;
  /** Asks for a round of a result with these settings, and returns the id of the request. */
  readonly askRound: (settings: RunSettings, round: number) => number;
  /** The response to the newest request for a round. */
  readonly drawn: DrawnRound | null;
};

/** Simulates the settings over the last `spanMs` of the stored candles. A newer change of the form ends an older simulation. */
export function useWhatIf(bot: BotConfig | null, instrumentId: string, spanMs: number): WhatIfState {
  const api = useApi();
  const coverage = useQuery(candleCoverageQuery(api, instrumentId));
  const files = useQuery(monthFilesQuery(coverage.data));
  const hasNoFiles = [useFailure(coverage), useFailure(files)].some((failure) => failure !== null);
  const worker = useRef<Worker | null>(null);
  const newest = useRef<{ readonly id: number; readonly settings: RunSettings } | null>(null);
  const { drawn, askRound, onRound, onWorkerEnd } = useDrawnRound(worker);
  const [shown, setShown] = useState<ShownWhatIf | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const months = files.data;

  useEffect(() => {
    if (months === undefined) return undefined;
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<WhatIfMessage>) => {
      if (data.kind === 'round') onRound(data);
      const asked = newest.current;
      if (data.kind === 'round' || data.id !== asked?.id) return;
      setRefused(data.kind === 'failed' ? instrumentId : null);
      if (data.kind !== 'result') return;
      setShown({ result: data.result, isWhole: data.isWhole, instrumentId, settings: asked.settings });
    };
    send(started, { kind: 'candles', months });
    return () => {
      started.terminate();
      worker.current = null;
      onWorkerEnd();
    };
  }, [months, instrumentId, onRound, onWorkerEnd]);

  const key = bot === null ? null : keyOf(bot);
  const latest = useRef(bot);
  useEffect(() => {
    latest.current = bot;
  });
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const lastAt = coverage.data?.months.at(-1)?.to ?? 0;
  useEffect(() => {
    if (key === null || months === undefined) return undefined;
    const waitMs = Math.max(0, sentAt.current + betweenMs - performance.now());
    const timer = setTimeout(() => {
      if (worker.current === null || latest.current === null) return;
      const settings = { bot: latest.current, fromAt: Math.max(0, lastAt - spanMs) };
      newest.current = { id: (newest.current?.id ?? 0) + 1, settings };
      sentAt.current = performance.now();
      send(worker.current, { kind: 'settings', id: newest.current.id, ...settings });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [key, months, spanMs, lastAt]);

  const hasFailed = hasNoFiles || refused === instrumentId;
  const shownHere = shown?.instrumentId === instrumentId ? shown : null;
  return { coverage: coverage.data, hasFailed, shown: shownHere, askRound, drawn };
}

function send(worker: Worker, request: WhatIfRequest): void {
  worker.postMessage(request);
}

/** Returns a text that differs for different settings. A configuration contains integers that JSON cannot contain. */
function keyOf(bot: BotConfig): string {
  return JSON.stringify(bot, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
