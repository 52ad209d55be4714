// Tests that the alert rules and the dashboard use only metrics, labels and log events of the program.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '../../apps/server/src/ops/metrics.ts';
import { expect, test } from 'vitest';
import { readText, readYaml } from './deploy-files.ts';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly type: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

// Prometheus and Grafana read these two files. The tests below read the named fields of every entry.
const { groups } = readYaml('deploy/prometheus/rules.yml') as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
};
const { panels } = JSON.parse(readText('deploy/grafana/rondo.json')) as Dashboard;
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** The metrics of the process and our own counters and histograms are printed. A figure is printed only after its registration, so its name is read from the source. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const text = await createMetrics({ maxSeries: 1, isProcess: true }).text();
  const printed = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const figures = [...readText('apps/server/src/ops/metrics.ts').matchAll(/^ {2}(rondo_\w+): '/gm)];
  return new Set(['up', ...printed, ...figures.map(([, name = '']) => name)]);
}

function logEvents(): ReadonlySet<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folders = ['apps/server/src', ...['bus', 'engine', 'exchange', 'store'].map((name) => `packages/${name}/src`)];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => path.join(root, folder, file)),
  );
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.write\([^,]+,\s*'([\w.]+)'/g)].map(([, event = '']) => event),
    ),
  );
}

test.each(expressions)('the expression of "%s" names only metrics of the program', async (_title, expr) => {
  const known = await metricNames();
  const names = [...expr.matchAll(/\b(?:rondo|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);
  // `rondo-.*` is the name of a job and `process_` begins the name of a metric.
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('every log event in an expression is an event of the program', () => {
  const events = logEvents();
  const used = expressions.flatMap(([, expr]) =>
    [...expr.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, value = '']) => value.split('|')),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((event) => !events.has(event))).toEqual([]);
});

test('the alerts have unique names, a known severity and a sentence, and their groups are the rows of the dashboard', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(labels.severity).toMatch(/^(page|ticket|info)$/);
    expect(annotations.summary).toMatch(/\.$/);
  }
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title.toLowerCase());
  expect(rows).toEqual(groups.map(({ name }) => name));
});
