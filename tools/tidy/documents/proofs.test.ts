// Tests that the rule about the proofs of docs/reliability.md finds violations, and accepts a document without violations.
import { expect, test } from 'vitest';
import { virtualTree } from '../tree.ts';
import { checkProofs, reliabilityDocument } from './proofs.ts';

const failures = Array.from(
  { length: 54 },
  (_, index) => `#### Failure ${index + 1}: a title\n\nSeen: x. Defence: y. Proof: \`packages/a/src/a.test.ts\`.\n`,
);
const document = `${failures.join('\n')}
### 3.2 Faults

#### F-DROP

Simulation: yes (\`dropRequest\`).

#### I01 One order

At most one order. Checked. It finds the known bug M1.

#### L07 A key

Proof: case "a key ends" in \`tests/a/cases.ts\`, \`packages/a/src/a.test.ts\`.

| M1 | a story | I01 | the simulation |
`;
const sources = {
  'packages/a/src/a.test.ts': '',
  'tests/a/cases.ts': `'a key ends'`,
  'tests/simulation/checks.ts': `report('I01'); dropRequest();\n    name: 'M1',`,
};

const findings = (change: (text: string) => string, files: Readonly<Record<string, string>> = {}): readonly string[] =>
  checkProofs(virtualTree({ ...sources, [reliabilityDocument]: change(document), ...files })).map(
    ({ message }) => message,
  );

test('a document whose failures, faults, invariants and known bugs have proofs has no finding', () => {
  expect(findings((text) => text)).toEqual([]);
});

test.each([
  ['a missing failure', '#### Failure 7: a title', '#### Note', 'failure 7 is missing'],
  ['an invariant without a check', `'I01'`, '', 'I01: no check of the simulation reports this invariant'],
  ['an invariant without a proof', ' Checked.', '', 'I01: no test and no check is named'],
  [
    'a title that no test has',
    'a key ends" in',
    'a key is lost" in',
    'L07: tests/a/cases.ts has no case “a key is lost”',
  ],
  ['a name that no source has', '`dropRequest`', '`loseRequest`', 'F-DROP: no source contains the name loseRequest'],
  ['a known bug without a row', '| M1 |', '| - |', 'the known bug M1 has no row'],
  ['a row without a known bug', '| M1 | a', '| M2 | b | I01 | x |\n| M1 | a', 'the known bug M2 does not exist'],
  ['a citation of a known bug without a row', 'known bug M1', 'known bug M9', 'the cited bug M9 has no row'],
])('the rule finds %s', (...[, from, to, message]) => {
  const files = { 'tests/simulation/checks.ts': sources['tests/simulation/checks.ts'].replace(from, to) };
  expect(findings((text) => text.replace(from, to), files)).toContain(message);
});

test('the rule finds a failure without a test', () => {
  expect(findings((text) => text.replace('Proof: `packages/a/src/a.test.ts`', 'Proof: a reason'))).toEqual([
    'failure 1: no test is named as the proof',
  ]);
});
