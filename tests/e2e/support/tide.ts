// A market that a trial moves itself: the price of a held market rises and falls around where it began, so that every round can end.
import { exchangeOf } from './exchange-truth.ts';
import type { SeededChance } from '@rondo/testkit';

/** Half the height of the tide: a ladder of four steps of 0.1 % fills on the way down and sells on the way up. */
const AMPLITUDE = 0.003;
const NOISE = 0.0002;
/** One price in this time, one tide in this many prices: twelve seconds. */
const EVERY_MS = 100;
const PRICES_PER_TIDE = 120;

export type Tide = { readonly stop: () => Promise<void> };

/** Moves an instrument's market until stopped. While the exchange is down it waits for it. */
export function startTide(home: string, instId: string, options: { first: number; chance: SeededChance }): Tide {
  const { first, chance } = options;
  let isStopped = false;
  let count = 0;
  const move = async (): Promise<void> => {
    const level = AMPLITUDE * Math.sin((2 * Math.PI * count) / PRICES_PER_TIDE);
    const price = first * (1 + level + (chance.next() - 0.5) * NOISE);
    count += 1;
    const answer = await fetch(`${exchangeOf(home).rest}/sandbox/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instId, prices: [price.toFixed(2)] }),
    }).catch(() => null); // the exchange was just killed: the market stands still
    if (answer !== null && answer.status !== 200) throw new Error(`the market answered ${answer.status}`);
  };
  const done = (async () => {
    while (!isStopped) {
      await move();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  // A failure is told by `stop`, not by the process.
  done.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await done;
    },
  };
}
