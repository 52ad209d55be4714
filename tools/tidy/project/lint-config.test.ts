// Tests the rule on the configuration of the linter with configurations that break the rule.
import { expect, test } from 'vitest';
import { virtualTree } from '../tree.ts';
import { checkLintConfig } from './lint-config.ts';

const plan = `
| Package | May import | Clock | Chance | Network | Database | Env |
|---|---|---|---|---|---|---|
| \`packages/decimal\` | - | no | no | no | no | no |
| \`packages/engine\` | decimal | port | port | port | port | no |
`;
const decimal = 'packages/decimal/src/**/*.ts';
const engine = 'packages/engine/src/**/*.ts';
const whole = [
  { files: [decimal], rules: { 'no-restricted-imports': ['error'] } },
  { files: [engine], rules: { 'no-default-export': ['error'] } },
];

function check(overrides: readonly object[]): number {
  const config = `// A comment.\n${JSON.stringify({ overrides })}`;
  return checkLintConfig(virtualTree({ 'ARCHITECTURE.md': plan, '.oxlintrc.json': config })).length;
}

test('the rule accepts a linter configuration whose file lists equal the floor plan', () => {
  expect(check(whole)).toBe(0);
});

test('the rule finds a package without its restrictions, and finds a plugin inside an override', () => {
  expect(check(whole.slice(1))).toBe(1);
  expect(check([...whole, { files: ['apps/web/**'], plugins: ['react'] }])).toBe(1);
});
