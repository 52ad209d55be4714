// The list of the rules of tidy. Each rule has a test with violations.
import { checkCitations } from './documents/citations.ts';
import { checkDirectPackages } from './project/direct-packages.ts';
import { checkDocuments, checkReasons } from './documents/documents.ts';
import { checkEffects, checkWorld } from './code/effects.ts';
import { checkExemptions } from './code/exemptions.ts';
import { checkFloorPlan, readFloorPlan, type FloorPlan } from './project/floor-plan.ts';
import { checkDocstrings, checkIndexes } from './code/exports.ts';
import { checkFolders } from './code/folders.ts';
import { checkGlossary } from './code/glossary.ts';
import { checkVocabulary } from './code/vocabulary.ts';
import { checkImports } from './code/imports.ts';
import { checkLanguages } from './documents/languages.ts';
import { checkLintConfig } from './project/lint-config.ts';
import { checkLock } from './project/lock.ts';
import { checkMigrations } from './project/migrations.ts';
import { checkFirstLines, checkNames } from './code/names.ts';
import { checkAssigns, checkBlobs, checkLengths, checkLongFunctions } from './code/sizes.ts';
import { checkProofs } from './documents/proofs.ts';
import { checkSecrets } from './project/secrets.ts';
import { checkTraceability } from './documents/traceability.ts';
import { textOf, type Finding, type Tree } from './tree.ts';
import { checkSql } from './code/sql.ts';
import { checkTradingKeys } from './code/trading-keys.ts';
import { checkVenueNeutral } from './code/venue-neutral.ts';
import { checkWords } from './documents/words.ts';

/** One rule. Its name is a sentence, and `check` returns the violations in the tree. */
export interface Rule {
  readonly name: string;
  readonly check: (tree: Tree) => readonly Finding[];
}

/** All rules. They are applied in this sequence. */
export const rules: readonly Rule[] = [
  {
    name: 'every package has a row in the floor plan, and the imports in the floor plan have no cycle',
    check: checkFloorPlan,
  },
  { name: 'the floor plan allows every import, and package.json declares it', check: withPlan(checkImports) },
  {
    name: 'the clock, random numbers, the network, the database and the environment are used only where the floor plan allows it',
    check: withPlan(checkEffects),
  },
  { name: 'only main.ts reads the settings of the process', check: checkWorld },
  { name: 'every row of docs/traceability.md names a test that exists', check: checkTraceability },
  {
    name: 'every failure and every invariant of docs/reliability.md names a proof that exists',
    check: checkProofs,
  },
  { name: 'engine and strategy contain no word of an exchange', check: checkVenueNeutral },
  { name: 'the text of an SQL statement contains no value of a variable', check: checkSql },
  { name: 'only the signer opens trading keys', check: checkTradingKeys },
  { name: 'no name contains a word without a clear meaning', check: checkNames },
  { name: 'the first line of every source is a comment about its purpose', check: checkFirstLines },
  { name: 'files and functions are short', check: checkLengths },
  { name: 'at most ten functions exceed 60 lines', check: checkLongFunctions },
  { name: 'a folder contains at most 20 files', check: checkFolders },
  { name: 'Object.assign is not used on typed records', check: checkAssigns },
  { name: 'every export of a package has a docstring', check: checkDocstrings },
  { name: 'every export of a package index is imported outside the package', check: checkIndexes },
  { name: 'the words of exported types are in the glossary', check: checkGlossary },
  { name: 'no name uses a replaced word', check: checkVocabulary },
  { name: 'no file is large or binary', check: checkBlobs },
  { name: 'no file contains marks of unfinished work or text about how the project was written', check: checkWords },
  { name: 'the five language catalogues have the same keys and placeholders', check: checkLanguages },
  { name: 'every migration has statements, notes and a check', check: checkMigrations },
  { name: 'links, paths and commands in the documents exist', check: checkDocuments },
  { name: 'every citation leads to a heading of the documents', check: checkCitations },
  { name: 'every exemption from coverage or mutation has a reason', check: checkExemptions },
  { name: 'every package has a README, and every runtime dependency has a reason', check: checkReasons },
  { name: 'the file lists of the linter configuration equal the file lists of the floor plan', check: checkLintConfig },
  { name: 'no file contains a secret', check: checkSecrets },
  { name: 'the lock file installs on every platform and on the oldest Node', check: checkLock },
  { name: 'each package.json has as many foreign packages as the project has decided', check: checkDirectPackages },
];

function withPlan(check: (tree: Tree, plan: FloorPlan) => readonly Finding[]): Rule['check'] {
  return (tree) => check(tree, readFloorPlan(textOf(tree, 'ARCHITECTURE.md')));
}
