// One answer shared by everybody who asks within a short time, so that screens cannot multiply calls to the exchange.
import type { Clock } from '@rondo/engine/ports';

export interface SharedReadOptions<Value> {
  readonly clock: Pick<Clock, 'now'>;
  /** How long an answer is given again; it may depend on the answer. */
  readonly maxAgeMs: number | ((value: Value) => number);
  readonly maxKeys: number;
  readonly ask: (key: string) => Promise<Value>;
  /** Answers that may be given again; others are asked anew. */
  readonly isKeepable: (value: Value) => boolean;
}

/** Asks at most once at a time per key, keeps a good answer for `maxAgeMs`, and forgets the oldest key beyond `maxKeys`. */
export function createSharedRead<Value>(options: SharedReadOptions<Value>): (key: string) => Promise<Value> {
  const kept = new Map<string, { readonly value: Value; readonly at: number }>();
  const underWay = new Map<string, Promise<Value>>();
  return async (key) => {
    const known = kept.get(key);
    if (known !== undefined && options.clock.now() - known.at < ageOf(options, known.value)) return known.value;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const asking = options.ask(key).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    const value = await asking;
    kept.delete(key);
    if (options.isKeepable(value)) kept.set(key, { value, at: options.clock.now() });
    const oldest = kept.keys().next();
    if (kept.size > options.maxKeys && oldest.done === false) kept.delete(oldest.value);
    return value;
  };
}

function ageOf<Value>({ maxAgeMs }: SharedReadOptions<Value>, value: Value): number {
  return typeof maxAgeMs === 'number' ? maxAgeMs : maxAgeMs(value);
}
