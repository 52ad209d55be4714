// Tests of a feed that repeats one price. The receive time of the price is new and its exchange time does not change.
// The engine opens no round with this price (failure 23).
import { decimal, multiply, type Decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { venuePriceMaxAgeMs } from '../src/limits.ts';
import type { Exchange, ExchangeHint } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

type Feed = { frozenAt: number | null; isVenueTimeKnown: boolean; markFactor: Decimal | null };

/**
 * Returns an exchange with a changed feed. When `frozenAt` is a number, every ticker has this exchange time. Mark
 * prices are multiplied by `markFactor`, and are not pushed when `markFactor` is null.
 */
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

test('no round opens while the exchange time of the price does not change, and a round opens when the exchange time is new', async () => {
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

test('no round opens while the clock of the exchange is unknown', async () => {
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
  ['the mark price is unknown', null],
  ['the mark price is 2 % above the last price', decimal('1.02')],
] as const)('no round opens while %s', async (_name, markFactor) => {
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
