// Tests of the steady clock: steps of the machine's clock change no duration, and a lasting difference is removed slowly.
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

test('without steps the clock shows the time of the machine', () => {
  const { machine, clock } = open();
  expect(clock.now()).toBe(startAt);
  machine.passed = 12_345;
  expect(clock.now()).toBe(startAt + 12_345);
});

test.each([-10 * minuteMs, -minuteMs, minuteMs, 10 * minuteMs])(
  'a step of %i ms changes a duration of a minute by at most a thousandth, and time never runs back',
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

test('a lasting step is removed completely', () => {
  const { machine, clock } = open();
  machine.offset = -minuteMs;
  machine.passed = minuteMs / clockSlewShare;
  expect(clock.now()).toBe(startAt + machine.passed - minuteMs);
  machine.passed += 1_000;
  expect(clock.now()).toBe(startAt + machine.passed - minuteMs);
});

test('a monotonic clock that is read twice at one instant gives one time', () => {
  const { machine, clock } = open();
  machine.offset = minuteMs;
  machine.passed = 3;
  expect([clock.now(), clock.now()]).toEqual([startAt + 3, startAt + 3]);
});
