// The findings that tidy still accepts: for a rule that is newer than the code, the number of findings of each unit. A number may only decrease.
import { unitOf, type Finding } from './tree.ts';

/** Findings by unit (`packages/engine`, or the first folder of the path). */
type Counts = Readonly<Record<string, number>>;

/** The rules with open findings, by the key of the rule. A unit that is not listed may have no finding. */
export const openFindings: Readonly<Record<string, Counts>> = {
  longFunctions: {
    'packages/backtest': 1,
    'packages/engine': 1,
  },
  vocabulary: {},
};

/** Returns all findings of each unit with more findings than its number allows. */
export function beyondOpen(findings: readonly Finding[], key: string | undefined): readonly Finding[] {
  const open = key === undefined ? undefined : openFindings[key];
  if (open === undefined) return findings;
  const counts = countByUnit(findings);
  return findings.filter(({ file }) => (counts.get(unitNameOf(file)) ?? 0) > (open[unitNameOf(file)] ?? 0));
}

/** Returns the number of findings of each unit. */
export function countByUnit(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of findings) counts.set(unitNameOf(file), (counts.get(unitNameOf(file)) ?? 0) + 1);
  return counts;
}

function unitNameOf(file: string): string {
  return unitOf(file) ?? file.replace(/\/.*$/, '');
}
