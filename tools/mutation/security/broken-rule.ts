// A broken security rule: a change of one source text after which a named test must fail.

/** A test: its file, and a part of its title as the file contains it. */
export type NamedTest = readonly [file: string, title: string];

/** A rule of the source and the change that breaks it. `source` occurs exactly once in `file`. `check` is a row of docs/security.md. */
export interface BrokenRule {
  readonly name: string;
  readonly check: number;
  readonly file: string;
  readonly source: string;
  readonly broken: string;
  readonly test: NamedTest;
}

interface Break {
  readonly check?: number;
  readonly source: string;
  readonly broken: string;
  readonly test?: NamedTest;
}

/** What the rules of one source file have in common. */
interface Group {
  readonly group: string;
  readonly file: string;
  readonly check: number;
  readonly test: NamedTest;
}

/** Returns the rules of one source file. The name of each rule is the group and its key. A rule can have another check and another test than its group. */
export function breakIn({ group, ...common }: Group, breaks: Readonly<Record<string, Break>>): readonly BrokenRule[] {
  return Object.entries(breaks).map(([key, change]) => ({ ...common, ...change, name: `${group}/${key}` }));
}
