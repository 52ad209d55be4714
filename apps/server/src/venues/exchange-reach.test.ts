// Tests how often the exchange is asked whether it responds.
import { decimal } from '@rondo/decimal';
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { createExchangeReach } from './exchange-reach.ts';

test('in each period one request is sent, also while the exchange does not respond, and the next period has a new result', async () => {
  const clock = createVirtualClock();
  const stage = { requests: 0, isUp: false };
  const reach = createExchangeReach({
    clock,
    client: {
      async markPrice() {
        stage.requests += 1;
        const startedAt = clock.now();
        return stage.isUp
          ? { ok: true, value: decimal('1'), startedAt }
          : { ok: false, cause: 'ECONNREFUSED', reason: 'unavailable', startedAt };
      },
    },
  });
  const ask = async () => (await reach()).ok;
  expect([await ask(), await ask(), await ask()]).toEqual([false, false, false]);
  expect(stage.requests).toBe(1);
  stage.isUp = true;
  await clock.pass(serverLimits.reachMs + 1);
  expect([await ask(), await ask()]).toEqual([true, true]);
  expect(stage.requests).toBe(2);
});
