// Times of the test clock around the close of a bar of an hour.
import type { TestWorld } from './_world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Advances the clock to ten minutes before a full hour, so that no bar of an hour closes while a test prepares its bots. */
export function passToQuietMinutes(world: TestWorld): void {
  const now = world.context.clock.now();
  const closedAt = Math.ceil((now + 12 * minuteMs) / hourMs) * hourMs;
  world.passTime(closedAt - 10 * minuteMs - now);
}

/** Advances the clock to the first quiet minutes of the next UTC day, so that the next 23 bars of an hour close on one day and share its budget. */
export function passToQuietMorning(world: TestWorld): void {
  const now = world.context.clock.now();
  world.passTime(Math.ceil(now / dayMs) * dayMs + 50 * minuteMs - now);
}

/** Advances the clock to 3 s after the next full hour. The clock also runs between two calls, and a signal is valid for a minute only. */
export function passToCloseOfHour(world: TestWorld): void {
  const now = world.context.clock.now();
  world.passTime(Math.ceil(now / hourMs) * hourMs + 3_000 - now);
}
