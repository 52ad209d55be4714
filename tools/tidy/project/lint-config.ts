// Rule: the file lists in the configuration of the linter equal the floor plan. Plugins are named only at the top level, because the linter ignores plugins in an override.
import ts from 'typescript';
import { readFloorPlan } from './floor-plan.ts';
import { textOf, type Finding, type Tree } from '../tree.ts';

const file = '.oxlintrc.json';

interface Override {
  readonly files: readonly string[];
  readonly plugins?: readonly string[];
  readonly rules?: Readonly<Record<string, unknown>>;
}

/**
 * Compares the file lists of the overrides with the rows of ARCHITECTURE.md. Every pure package must have restricted
 * imports. Its globals are checked by `checkEffects`.
 */
export function checkLintConfig(tree: Tree): readonly Finding[] {
  const rows = [...readFloorPlan(textOf(tree, 'ARCHITECTURE.md')).rows.values()];
  const pure = rows.filter(({ clock, network, database }) => [clock, network, database].every((one) => one === 'no'));
  const overrides = readOverrides(textOf(tree, file));
  const messages = [
    ...overrides
      .filter(({ plugins }) => plugins !== undefined)
      .map(
        ({ files }) =>
          `the override of ${files.join(', ')} names plugins, but the linter ignores plugins in an override: name them at the top level`,
      ),
    ...missing(pure, overrides, 'no-restricted-imports'),
  ];
  return messages.map((message) => ({ file, line: 1, message }));
}

function missing(
  rows: readonly { readonly unit: string }[],
  overrides: readonly Override[],
  rule: string,
): readonly string[] {
  const covered = new Set(overrides.filter(({ rules }) => rules?.[rule] !== undefined).flatMap(({ files }) => files));
  return rows
    .filter(({ unit }) => !covered.has(`${unit}/src/**/*.ts`))
    .map(({ unit }) => `${unit} has no ${rule}, which its row in ARCHITECTURE.md demands`);
}

/** Parses JSON with comments with the parser of the TypeScript compiler. */
function readOverrides(text: string): readonly Override[] {
  const { config } = ts.parseConfigFileTextToJson(file, text) as { config?: { overrides?: readonly Override[] } };
  if (config?.overrides === undefined) throw new Error(`${file} has no overrides`);
  return config.overrides;
}
