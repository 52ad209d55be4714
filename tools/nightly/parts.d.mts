// The types of parts.mjs, for its test.

/** A part is a project of vitest.nightly.config.ts, a program of the project, or a program of a package. */
export interface NightlyPart {
  readonly name: string;
  readonly budgetMs: number;
  readonly project?: string;
  readonly script?: string;
  readonly bin?: readonly string[];
  readonly args?: string;
  readonly needsBrowser?: boolean;
}

export const nightMs: number;
export const parts: readonly NightlyPart[];
