// The days of the history are days in UTC.
import { isoTime } from '../bots/bot-response.ts';

/** Returns the UTC day of an instant in epoch ms, for example `2026-01-31`. */
export function utcDayOf(at: number): string {
  return isoTime(at).slice(0, 10);
}
