// Tests that the citation rule finds citations without a heading and citations in an old form, and accepts valid citations.
import { expect, test } from 'vitest';
import { checkCitations, resolveCitations } from './citations.ts';
import { virtualTree } from '../tree.ts';

const law = {
  'docs/strategy.md': '## 3. A round\n\n### 3.6 Next round\n',
  'docs/decisions.md': '### 1. Steps\n\n### 2. Money\n\n### 3. Wire\n',
  'docs/reliability.md':
    '### 4.4 Proof\n\n### 5.3 Checks\n\n#### Check 5: Guessing\n\n#### I07 Gate\n\n#### L06 Churn\n\n#### F-DROP\n\n#### Failure 36: Margin\n',
  'docs/okx.md': '### 5.6 Codes (D)\n',
  'docs/screens.md': '#### 3.6.4 Running bot\n',
  'docs/traceability.md': '## 4. States\n',
  'docs/adr/0009-dependencies.md': '# 9. Dependencies\n',
};

function citations(text: string, file = 'packages/engine/src/a.ts'): readonly string[] {
  return resolveCitations(virtualTree({ ...law, [file]: text })).findings.map((one) => one.message);
}

test.each([
  'strategy 3 and 3.6',
  'Strategy 3.6: the next round',
  'decisions 1 to 3',
  'decision 2',
  'reliability 4.4',
  'reliability 5.3 item 5',
  'I07, L06',
  'F-DROP',
  'failure 36',
  'okx 5.6',
  'specification 4',
  'screens 3.6.4',
  'ADR 9',
  'a failure 3 times in 20 ms, 360 px of screens',
])('the citation rule accepts the citation "%s"', (text) => {
  expect(citations(`// ${text}\n`)).toEqual([]);
});

test.each([
  ['strategy 3.9', 'strategy 3.9 has no heading'],
  ['decisions 1 to 4', 'decision 4 has no heading'],
  ['decisions 2 and 7', 'decision 7 has no heading'],
  ['reliability 4.5', 'reliability 4.5 has no heading'],
  ['reliability 5.3 items 5, 6', 'reliability 5.3 item 6 has no heading'],
  ['I08', 'invariant I08 has no heading'],
  ['L07', 'invariant L07 has no heading'],
  ['F-LOST', 'fault F-LOST has no heading'],
  ['failure 37', 'failure 37 has no heading'],
  ['okx 5.7', 'okx 5.7 has no heading'],
  ['specification 5', 'specification 5 has no heading'],
  ['screens 3.6.5', 'screens 3.6.5 has no heading'],
  ['ADR 8', 'ADR 8 has no heading'],
])('the citation rule finds the citation "%s" because its heading does not exist', (text, message) => {
  expect(citations(`// ${text}\n`)).toContain(message);
  expect(citations(`/* ${text} */`, 'apps/web/src/a.css')).toContain(message);
  expect(citations(`${text}\n`, 'docs/errors.md')).toContain(message);
});

test.each([
  'strategy.md 3.6',
  'every option of strategy.md, and more',
  'decisions.md 2',
  'reliability.md 5.3 item 5',
  'reliability row 36',
  'Reliability sheet, L06',
  'reliability I07',
  'OKX fact sheet 5.6',
  'Reference sheet 1.4',
  'the visual direction, section 5',
  'the specification (section 3)',
  'Blueprint 3.6.4',
  'spec section 4',
  'spec 4',
  'specification, sections 4 and 5',
  'ADR 0009',
])('the citation rule finds the old form "%s"', (text) => {
  expect(citations(`// ${text}\n`)).not.toEqual([]);
});

test('the citation rule counts the citations, and reports a tree that contains too few citations', () => {
  const tree = virtualTree({ ...law, 'packages/engine/src/a.ts': '// decisions 1 to 3, I07\n' });
  expect(resolveCitations(tree)).toEqual({ findings: [], citations: 4 });
  expect(checkCitations(tree).map((one) => one.message)).toEqual([
    'only 4 citations were found, so the check did not read the project or its patterns are wrong',
  ]);
});
