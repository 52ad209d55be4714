// Tests of the steady clock: a jump of the machine's clock changes a duration by at most a thousandth, and the difference to the machine's clock is removed
// slowly.
import { expect, test } from 'vitest';
import { clockSlewShare } from '../limits.ts';
import { createSteadyClock } from './steady-clock.ts';

const minuteMs = 60_000;
const startAt = 1_700_000_000_000;

function open() {
  const machine = { passed: 0, offset: 0 };
  const clock = createSteadyClock({
    wall: () => startAt + machine.passed + machine.offset,
    monotonic: () => 5_000 + machine.passed,
    after: () => ({ cancel: () => undefined }),
  });
  return { machine, clock };
}

test('the steady clock shows the time of the machine when the clock of the machine never jumps', () => {
  const { machine, clock } = open();
  expect(clock.now()).toBe(startAt);
  machine.passed = 12_345;
  expect(clock.now()).toBe(startAt + 12_345);
});

test.each([-10 * minuteMs, -minuteMs, minuteMs, 10 * minuteMs])(
  'a jump of the clock of the machine by %i ms changes a duration of a minute by at most a thousandth, and the time never decreases',
  (stepMs) => {
    const { machine, clock } = open();
    machine.offset = stepMs;
    expect(clock.now()).toBe(startAt);
    let last = clock.now();
    for (machine.passed = 50; machine.passed < minuteMs; machine.passed += 50) {
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
    expect(Math.abs(clock.now() - startAt - minuteMs)).toBeLessThanOrEqual(minuteMs * clockSlewShare + 1);
  },
);

test('after a jump of the clock of the machine, the steady clock slowly reaches the time of the machine again', () => {
  const { machine, clock } = open();
  machine.offset = -minuteMs;
  machine.passed = minuteMs / clockSlewShare;
  expect(clock.now()).toBe(startAt + machine.passed - minuteMs);
  machine.passed += 1_000;
  expect(clock.now()).toBe(startAt + machine.passed - minuteMs);
});

test('two reads return the same time when the monotonic clock has not changed between the reads', () => {
  const { machine, clock } = open();
  machine.offset = minuteMs;
  machine.passed = 3;
  expect([clock.now(), clock.now()]).toEqual([startAt + 3, startAt + 3]);
});
