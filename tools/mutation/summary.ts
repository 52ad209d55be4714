// Counts the mutants of a mutation report. At most 3 % of the mutants may have a reason why no test detects them.

/** The largest share of mutants with a reason, in percent. */
export const excusedShareMax = 3;

/** The longest time of the mutation test on two cores, in minutes. */
export const minutesMax = 90;

/** The part of a mutation report that the summary reads. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly ReportedMutant[] }>>;
}

interface ReportedMutant {
  readonly status: string;
  readonly statusReason?: string;
}

/**
 * The numbers of mutants. `excused` mutants have a comment with the reason why no test detects them. Mutants that an
 * ignorer excludes, such as mutants of log lines, are not counted.
 */
export interface MutantCounts {
  readonly files: number;
  readonly all: number;
  readonly detected: number;
  readonly excused: number;
}

/** Counts the mutants of a report. */
export function countMutants({ files }: MutationReport): MutantCounts {
  const mutants = Object.values(files).flatMap((file) => file.mutants.filter((mutant) => !isExcluded(mutant)));
  const countOf = (...statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    files: Object.keys(files).length,
    all: mutants.length,
    detected: countOf('Killed', 'Timeout'),
    excused: countOf('Ignored'),
  };
}

// Every reason of `ignorers.mjs` begins with this text.
function isExcluded({ status, statusReason = '' }: ReportedMutant): boolean {
  return status === 'Ignored' && statusReason.startsWith('Excluded: ');
}

/** Returns the share of mutants with a reason, in percent. */
export function excusedShare({ all, excused }: MutantCounts): number {
  return all === 0 ? 0 : (100 * excused) / all;
}

/** Returns the line that `npm run mutate` prints. */
export function summaryLine(counts: MutantCounts, minutes: number): string {
  const share = excusedShare(counts).toFixed(2);
  return (
    `${counts.files} files, ${counts.all} mutants: ${counts.detected} detected, ` +
    `${counts.excused} with a reason (${share} %, limit ${excusedShareMax} %); ` +
    `${minutes.toFixed(1)} minutes (limit ${minutesMax})`
  );
}

/** Returns a sentence for each limit that the mutation test exceeds. */
export function findExcess(counts: MutantCounts, minutes: number): readonly string[] {
  return [
    ...(counts.all === 0 ? ['The report contains no mutant.'] : []),
    ...(excusedShare(counts) > excusedShareMax ? ['Too many mutants have a reason.'] : []),
    ...(minutes > minutesMax ? ['The mutation test took too long.'] : []),
  ];
}
