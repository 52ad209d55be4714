// Parts of the product that are fetched when they are needed, and the time they may take.
import { lazy, type ComponentType } from 'react';

/** Specification 9: a chunk that takes longer is given up. */
export const chunkLoadMs = 120_000;

/** The loaded chunk, or the chunk load error that the error page names. */
export const inTime = async <Value>(loading: Promise<Value>): Promise<Value> => {
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

/** A component whose code comes with its first use. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await inTime(load()) }));
