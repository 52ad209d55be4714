// Asks the worker for one round of a shown result, for the player.
import { useCallback, useRef, useState, type RefObject } from 'react';
import type { ReplayRound } from '../../replay/replay-model.ts';
import type { RunSettings, WhatIfRequest } from '../what-if-messages.ts';

/** The response to the request `id` for a round. The round is null when it cannot be shown. */
export type DrawnRound = { readonly id: number; readonly round: ReplayRound | null };

/** Returns the newest response, the function that asks for a round and returns the id of its request, and the functions that the worker's messages and its end call. */
export function useDrawnRound(worker: RefObject<Worker | null>) {
  const newest = useRef(0);
  const [drawn, setDrawn] = useState<DrawnRound | null>(null);
  const askRound = useCallback(
    (settings: RunSettings, round: number): number => {
      newest.current += 1;
      const request: WhatIfRequest = { kind: 'round', id: newest.current, round, ...settings };
      worker.current?.postMessage(request);
      return newest.current;
    },
    [worker],
  );
  /** A worker that has ended no longer responds. */
  const onWorkerEnd = useCallback(() => setDrawn({ id: newest.current, round: null }), []);
  return { drawn, askRound, onRound: setDrawn, onWorkerEnd };
}
