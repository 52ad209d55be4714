// The rules of tidy, one entry each. A rule has a file of its own and a test beside it that plants violations.
import { checkCitations } from './citations.ts';
import { checkDocuments, checkReasons } from './documents.ts';
import { checkEffects, checkWorld } from './effects.ts';
import { checkExemptions } from './exemptions.ts';
import { checkFloorPlan, readFloorPlan, type FloorPlan } from './floor-plan.ts';
import { checkImports } from './imports.ts';
import { checkLanguages } from './languages.ts';
import { checkLock } from './lock.ts';
import { checkMigrations } from './migrations.ts';
import { checkFirstLines, checkNames } from './names.ts';
import { checkBlobs, checkLengths } from './sizes.ts';
import { checkTraceability } from './traceability.ts';
import { textOf, type Finding, type Tree } from './tree.ts';
import { checkWords } from './words.ts';

/** One rule: its name is a sentence, and `check` returns what is wrong with the tree. */
export interface Rule {
  readonly name: string;
  readonly check: (tree: Tree) => readonly Finding[];
}

/** All rules, applied in this order. */
export const rules: readonly Rule[] = [
  { name: 'every package has a row in the floor plan, and the plan has no cycle', check: checkFloorPlan },
  { name: 'every import is in the floor plan and declared', check: withPlan(checkImports) },
  {
    name: 'clock, chance, network, database and environment are used only where the floor plan allows it',
    check: withPlan(checkEffects),
  },
  { name: 'only main.ts reads the settings of the process', check: checkWorld },
  { name: 'every rule of the specification names a test that exists', check: checkTraceability },
  { name: 'names use the words of the glossary', check: checkNames },
  { name: 'every source begins with a line that says what it is for', check: checkFirstLines },
  { name: 'files and functions are short', check: checkLengths },
  { name: 'no file is large or binary', check: checkBlobs },
  { name: 'there are no left-over marks and nothing about how the project was written', check: checkWords },
  { name: 'the five languages agree in keys and placeholders', check: checkLanguages },
  { name: 'every migration has statements, notes and a check', check: checkMigrations },
  { name: 'links, paths and commands in the documents exist', check: checkDocuments },
  { name: 'every citation leads to a heading of the documents', check: checkCitations },
  { name: 'every exemption from coverage or mutation has a reason', check: checkExemptions },
  { name: 'every package has a README and every runtime dependency a reason', check: checkReasons },
  { name: 'the lock file installs on every platform and on the oldest Node', check: checkLock },
];

function withPlan(check: (tree: Tree, plan: FloorPlan) => readonly Finding[]): Rule['check'] {
  return (tree) => check(tree, readFloorPlan(textOf(tree, 'ARCHITECTURE.md')));
}
