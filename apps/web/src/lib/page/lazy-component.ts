// Components whose code is loaded on first use, with a timeout.
import { lazy, type ComponentType } from 'react';

/** The timeout for loading a chunk, in ms (specification 9). */
export const chunkLoadMs = 120_000;

/** Returns the loaded chunk. Rejects after `chunkLoadMs` with an error that `isChunkError` recognises. */
export const withChunkTimeout = async <Value>(loading: Promise<Value>): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`loading chunk timed out after ${chunkLoadMs} ms`)), chunkLoadMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Returns a component whose code is loaded on first use. */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withChunkTimeout(load()) }));
