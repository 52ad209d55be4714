// Tests the price of the form after it was unavailable.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { usePrice } from '../../src/features/create/plan/use-market.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { pass, startClock } from '../support/clock.ts';
import { show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

test('after a failure no render has the price from before the failure', async () => {
  const seen: (string | null)[] = [];
  const Price = () => {
    seen.push(usePrice('ETH-USDT-SWAP').lastPrice);
    return null;
  };
  let last: string | null = '100';
  const ticker = () => {
    if (last === null) throw new ApiError({ status: 500, code: 'INTERNAL' });
    return { ...creationResponses.ticker(), last };
  };
  await show(<Price />, { responses: { ticker } });
  const see = async (price: string | null) => {
    last = price;
    await pass(2_000);
    await expect.poll(() => seen.at(-1)).toBe(price);
  };
  await see('100');
  await see(null);
  seen.length = 0;
  await see('200');
  expect(new Set(seen)).toEqual(new Set([null, '200']));
});
