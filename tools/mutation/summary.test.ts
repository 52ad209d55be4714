// Tests of the summary of the mutation test: which mutants count, and when a limit is exceeded.
import { expect, test } from 'vitest';
import { countMutants, findExcess, summaryLine, type MutationReport } from './summary.ts';

const reportOf = (...mutants: MutationReport['files'][string]['mutants']): MutationReport => ({
  files: { a: { mutants } },
});
const killed = { status: 'Killed' };
const excused = { status: 'Ignored', statusReason: 'both programs are equal.' };
const countsOf = (detected: number, reasons: number) =>
  countMutants(
    reportOf(...Array.from({ length: detected }, () => killed), ...Array.from({ length: reasons }, () => excused)),
  );

test('killed mutants and mutants with a time-out are detected, and mutants that an ignorer excludes do not count', () => {
  const excluded = { status: 'Ignored', statusReason: 'Excluded: the line is a log line.' };
  const report = reportOf(killed, { status: 'Timeout' }, { status: 'Survived' }, excluded, excused);
  expect(countMutants(report)).toEqual({ files: 1, all: 4, detected: 2, excused: 1 });
});

test('the summary names the share of mutants with a reason and the minutes, each with its limit', () => {
  expect(summaryLine(countsOf(199, 1), 62.34)).toBe(
    '1 files, 200 mutants: 199 detected, 1 with a reason (0.50 %, limit 3 %); 62.3 minutes (limit 90)',
  );
});

test.each([
  ['no limit is exceeded by 3 % of mutants with a reason in 90 minutes', { counts: countsOf(97, 3), minutes: 90 }, []],
  [
    'more than 3 % of mutants with a reason are too many',
    { counts: countsOf(96, 4), minutes: 90 },
    ['Too many mutants have a reason.'],
  ],
  [
    'more than 90 minutes are too long',
    { counts: countsOf(97, 3), minutes: 90.1 },
    ['The mutation test took too long.'],
  ],
  ['a report without a mutant is refused', { counts: countsOf(0, 0), minutes: 1 }, ['The report contains no mutant.']],
] as const)('%s', (_case, { counts, minutes }, findings) => {
  expect(findExcess(counts, minutes)).toEqual(findings);
});
