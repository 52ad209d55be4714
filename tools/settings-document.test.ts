// Tests that docs/settings.md equals the definitions of the settings, and that docs/backtest.md contains every setting of a back-test configuration.
import { readFileSync } from 'node:fs';
import { botSettings } from '@rondo/strategy';
import { expect, test } from 'vitest';

type Row = readonly [name: string, wire: string, unit: string, range: string, standard: string, backtest: string];

const units = {
  choice: '',
  flag: 'true or false',
  count: 'whole number',
  factor: 'factor',
  percent: 'percent',
  money: 'USDT',
} as const;

function rangeOf(range: Readonly<Partial<Record<'above' | 'least' | 'below' | 'most', string>>>): string {
  const words = { above: 'above', least: 'at least', below: 'below', most: 'at most' } as const;
  const parts = (['above', 'least', 'below', 'most'] as const).flatMap((bound) =>
    range[bound] === undefined ? [] : [`${words[bound]} ${range[bound]}`],
  );
  return parts.join(', ');
}

const rows: readonly Row[] = Object.entries(botSettings).map(([name, setting]) => [
  `\`${name}\``,
  setting.wire === null ? '' : `\`${setting.wire}\``,
  setting.kind === 'choice' ? setting.choices.join(' or ') : units[setting.kind],
  'min' in setting ? `${setting.min} to ${setting.max}, step ${setting.step}` : '',
  String(setting.default ?? ''),
  'backtest' in setting ? rangeOf(setting.backtest) : '',
]);

test('the table of docs/settings.md equals the definitions of the settings', () => {
  const document = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  const lines = document.split('\n').filter((line) => line.startsWith('| `'));
  expect(lines).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ')));
});

test('docs/backtest.md contains every setting that a back-test configuration can have', () => {
  const document = readFileSync(new URL('../docs/backtest.md', import.meta.url), 'utf8');
  const held = Object.entries(botSettings).filter(([, setting]) => 'backtest' in setting);
  expect(held.map(([name]) => name).filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  expect(held.length).toBeGreaterThan(5);
});
