// A feed that repeats one price: its receive time is fresh and its exchange time stands still. Such a price opens nothing (failure 23).
import { expect, test } from 'vitest';
import { venuePriceMaxAgeMs } from '../src/limits.ts';
import type { Exchange } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

type Feed = { frozenAt: number | null; isVenueTimeKnown: boolean };

/** The exchange whose tickers carry the exchange time `frozenAt` while it is set. */
function freeze(real: FakeExchange, feed: Feed): Exchange {
  return {
    ...real,
    isVenueTimeKnown: () => feed.isVenueTimeKnown,
    listen: (listener, instruments, needs) =>
      real.listen(
        (hint) => {
          if (hint.kind !== 'ticker' || feed.frozenAt === null) return listener(hint);
          listener({ kind: 'ticker', ticker: { ...hint.ticker, at: feed.frozenAt } });
        },
        instruments,
        needs,
      ),
  };
}

function openFrozenWorld(feed: Feed) {
  return openWorld((real) => freeze(real, feed));
}

test('a price whose exchange time stands still opens nothing, and the bot opens when the exchange makes prices again', async () => {
  const feed: Feed = { frozenAt: 0, isVenueTimeKnown: true };
  const { begin, run, exchange, clock } = openFrozenWorld(feed);
  feed.frozenAt = clock.now() - venuePriceMaxAgeMs - 1;
  const engine = begin('first');
  await run(120_000);
  expect([exchange.fills.length, exchange.resting().length]).toEqual([0, 0]);
  feed.frozenAt = null;
  await run(5_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  await engine.stop();
});

test('nothing opens while the clock of the exchange is unknown', async () => {
  const feed: Feed = { frozenAt: null, isVenueTimeKnown: false };
  const { begin, run, exchange } = openFrozenWorld(feed);
  const engine = begin('first');
  await run(60_000);
  expect([exchange.fills.length, exchange.resting().length]).toEqual([0, 0]);
  feed.isVenueTimeKnown = true;
  await run(5_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  await engine.stop();
});
