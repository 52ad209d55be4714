// The types of report.mjs, for its test.
import type { SuiteResult } from './suite-result.mjs';

export function describeFailures(rows: readonly (SuiteResult & { readonly name: string })[]): string;
