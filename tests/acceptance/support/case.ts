// The type of a numbered case. Numbers are spaced by topic, so that cases can be added between them; a number never changes.
import type { Harness, HarnessOptions } from './harness.ts';

/** A numbered case. */
export interface Case {
  readonly number: number;
  /** The row of docs/okx.md that it proves: section, then the text of the row. */
  readonly row: string;
  /** The behaviour, as a sentence. */
  readonly name: string;
  readonly options?: HarnessOptions;
  readonly run: (harness: Harness) => Promise<void>;
}

type Line = readonly [
  number: number,
  row: string,
  name: string,
  run: Case['run'],
  options?: HarnessOptions | undefined,
];

/** Cases from a table of lines. */
export function cases(lines: readonly Line[]): readonly Case[] {
  return lines.map(([number, row, name, run, options]) => ({
    number,
    row,
    name,
    run,
    ...(options === undefined ? {} : { options }),
  }));
}
