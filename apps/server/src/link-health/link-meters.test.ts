// Tests the figures of a link: uptime in milliseconds, reconnects and calls. The figures are stored per minute for at most one day.
import { expect, test } from 'vitest';
import { createVirtualClock } from '@rondo/testkit';
import { createLinkMeters } from './link-meters.ts';

const minute = 60_000;

test('when the connection is lost every five seconds for ten minutes, the uptime and the number of reconnects are exact', async () => {
  const clock = createVirtualClock(1_700_000_000_000);
  const meters = createLinkMeters(clock);
  const meter = meters.meterOf('a');
  const start = clock.now();
  for (let cut = 0; cut < 120; cut += 1) {
    // The socket connects for one second, is ready for four seconds, and is then closed.
    await clock.runUntil(start + cut * 5_000 + 1_000);
    meter.socketReady();
    meter.call({ verdict: cut % 5 === 0 ? 'failed' : 'ok', durationMs: 40 });
    meter.message();
    await clock.runUntil(start + (cut + 1) * 5_000);
    meter.socketDown('cut');
  }
  expect(meters.figures('a', 60 * minute)).toEqual({
    calls: 120,
    errors: 24,
    callMs: 4_800,
    reconnects: 119,
    messages: 120,
    upMs: 480_000,
    observedMs: 600_000,
  });
  expect(meters.now('a')).toMatchObject({ isReady: false, readySince: null, isKeyAccepted: true });
});

test('the figures of a period contain only the minutes of the period, and minutes older than a day are deleted', async () => {
  const clock = createVirtualClock(1_700_000_000_000);
  const meters = createLinkMeters(clock);
  const meter = meters.meterOf('a');
  const start = clock.now();
  meter.socketReady();
  for (let hour = 0; hour < 30; hour += 1) {
    meter.call({ verdict: 'ok', durationMs: 1 });
    await clock.runUntil(start + (hour + 1) * 60 * minute);
  }
  expect(meters.figures('a', 15 * minute).calls).toBe(0);
  expect(meters.figures('a', 120 * minute).calls).toBe(2);
  const day = meters.figures('a', 24 * 60 * minute);
  expect(day.calls).toBe(24);
  expect(day.upMs).toBe(day.observedMs);
  // The figures are stored per minute, so the period of a day includes the complete oldest minute.
  expect(day.observedMs).toBeLessThanOrEqual((24 * 60 + 1) * minute);
  expect(meters.figures('nobody', minute).calls).toBe(0);
});

test('the replacement of a ready socket does not count as a reconnect, and a refused key stays recorded until a key is accepted', () => {
  const clock = createVirtualClock(1_700_000_000_000);
  const meters = createLinkMeters(clock);
  const meter = meters.meterOf('a');
  expect(meters.now('a')?.isKeyAccepted).toBeNull();
  meter.socketReady();
  meter.socketReady();
  expect(meters.figures('a', minute).reconnects).toBe(0);
  meter.call({ verdict: 'key', durationMs: 1 });
  meter.call({ verdict: 'failed', durationMs: 1 });
  expect(meters.now('a')?.isKeyAccepted).toBe(false);
  meter.call({ verdict: 'ok', durationMs: 1 });
  expect(meters.now('a')?.isKeyAccepted).toBe(true);
});
