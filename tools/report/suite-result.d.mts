// The types of suite-result.mjs, for its test.
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly file?: string; readonly name: string; readonly error: string }[];
}

export function readSuiteResult(report: string, exit: number): SuiteResult;
