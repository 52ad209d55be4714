// A feed that repeats one price: its receive time is fresh and its exchange time stands still. Such a price opens nothing (failure 23).
import { decimal, multiply, type Decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { venuePriceMaxAgeMs } from '../src/limits.ts';
import type { Exchange, ExchangeHint } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

type Feed = { frozenAt: number | null; isVenueTimeKnown: boolean; markFactor: Decimal | null };

/** The exchange whose tickers carry the exchange time `frozenAt` while it is set, and whose mark prices are multiplied, or missing. */
function freeze(real: FakeExchange, feed: Feed): Exchange {
  return {
    ...real,
    isVenueTimeKnown: () => feed.isVenueTimeKnown,
    listen: (listener, instruments, needs) =>
      real.listen(
        (hint) => {
          if (hint.kind === 'mark')
            return feed.markFactor === null ? undefined : listener(withFactor(hint, feed.markFactor));
          if (hint.kind !== 'ticker' || feed.frozenAt === null) return listener(hint);
          listener({ kind: 'ticker', ticker: { ...hint.ticker, at: feed.frozenAt } });
        },
        instruments,
        needs,
      ),
  };
}

function withFactor(hint: Extract<ExchangeHint, { kind: 'mark' }>, factor: Decimal): ExchangeHint {
  return { ...hint, mark: { ...hint.mark, price: multiply(hint.mark.price, factor) } };
}

function openFrozenWorld(feed: Feed) {
  return openWorld((real) => freeze(real, feed));
}

test('a price whose exchange time stands still opens nothing, and the bot opens when the exchange makes prices again', async () => {
  const feed: Feed = { frozenAt: 0, isVenueTimeKnown: true, markFactor: decimal('1') };
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
  const feed: Feed = { frozenAt: null, isVenueTimeKnown: false, markFactor: decimal('1') };
  const { begin, run, exchange } = openFrozenWorld(feed);
  const engine = begin('first');
  await run(60_000);
  expect([exchange.fills.length, exchange.resting().length]).toEqual([0, 0]);
  feed.isVenueTimeKnown = true;
  await run(5_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  await engine.stop();
});

test.each([
  ['without a mark price', null],
  ['2 % beside the mark price', decimal('1.02')],
] as const)('nothing opens %s', async (_name, markFactor) => {
  const feed: Feed = { frozenAt: null, isVenueTimeKnown: true, markFactor };
  const { begin, run, exchange } = openFrozenWorld(feed);
  const engine = begin('first');
  await run(60_000);
  expect([exchange.fills.length, exchange.resting().length]).toEqual([0, 0]);
  feed.markFactor = decimal('1.001');
  await run(5_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  await engine.stop();
});
