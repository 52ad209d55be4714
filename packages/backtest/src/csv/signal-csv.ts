// Recorded signals of one bot as CSV text with the columns `ts_ms,defense`. Each row is a signal at which a round may open.
import { defencePercents } from '@rondo/strategy';
import { maxSignalRows } from '../limits.ts';
import { textAt, visitRows, type LineRefusal } from './csv-rows.ts';
import { readInstant } from './instant-cell.ts';

/**
 * A signal that was recorded while it was live. `at` (epoch ms) is the close of the bar that a model judged, or the arrival of a message. `defence` is the
 * percent of the crash defence of the round, or null when the settings of the bot apply.
 */
export type RecordedSignal = { readonly at: number; readonly defence: (typeof defencePercents)[number] | null };

/** The result of `parseSignals`: the signals with the oldest first, or the first bad line. */
export type SignalsResult =
  | { readonly ok: true; readonly signals: readonly RecordedSignal[] }
  | { readonly ok: false; readonly refusal: LineRefusal };

const shape = { headers: ['ts_ms,defense'], maxRows: maxSignalRows, noun: 'signal' };

/** Reads recorded signals. A `defense` is empty or one of the percents that a model may choose. Refuses the first bad line with its number. */
export function parseSignals(text: string): SignalsResult {
  const signals: RecordedSignal[] = [];
  const refusal = visitRows(text, shape, (cells) => {
    const at = readInstant(textAt(cells, 0), signals.at(-1)?.at ?? null);
    if (typeof at === 'string') return at;
    const defenceText = textAt(cells, 1);
    const defence = defencePercents.find((percent) => String(percent) === defenceText) ?? null;
    if (defence === null && defenceText !== '')
      return `defense "${defenceText.slice(0, 40)}" is not empty and not one of ${defencePercents.join(', ')}`;
    signals.push({ at, defence });
    return null;
  });
  return refusal === null ? { ok: true, signals } : { ok: false, refusal };
}
