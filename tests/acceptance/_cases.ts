// What a numbered case is. Numbers are spaced by topic, so that cases can be put in between; they never change.
import type { Harness, HarnessOptions } from './_harness.ts';

export interface Case {
  readonly number: number;
  /** The row of docs/okx.md that it proves: section, then the row's own words. */
  readonly row: string;
  /** What happens, as a sentence. */
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
