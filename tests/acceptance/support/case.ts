// The type of a numbered case. Some numbers between two topics are free for later cases. The number of a case never changes.
import type { Harness, HarnessOptions } from './harness.ts';

/** One numbered case. */
export interface Case {
  readonly number: number;
  /** The row of docs/okx.md that the case proves: the section, then the text of the row. */
  readonly row: string;
  /** A sentence that describes the behaviour. */
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

/** Converts the rows of a table to cases. */
export function cases(lines: readonly Line[]): readonly Case[] {
  return lines.map(([number, row, name, run, options]) => ({
    number,
    row,
    name,
    run,
    ...(options === undefined ? {} : { options }),
  }));
}
