// Tests of the options of commands: their values, the help, and the sentences for wrong options.
import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

const usage = 'Usage: npm run example -- [--seeds N] [--json]\n';
const options = { seeds: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } } as const;

test('the options have their values or their defaults', () => {
  expect(parseCommandLine(['--seeds', '7'], usage, options)).toEqual({ ok: true, values: { seeds: '7', json: false } });
});

test('--help shows the usage, and the command has not failed', () => {
  expect(parseCommandLine(['--seeds', '7', '--help'], usage, options)).toEqual({ ok: false, code: 0, text: usage });
});

test.each([
  [['--sedes', '7'], "Unknown option '--sedes'."],
  [['--seeds'], "Option '--seeds <value>' argument missing."],
  [['--json=yes'], "Option '--json' does not take an argument."],
  [['7'], "Unexpected argument '7'."],
])('the options %j are refused with a sentence and the usage', (args, sentence) => {
  expect(parseCommandLine(args, usage, options)).toEqual({ ok: false, code: 2, text: `${sentence}\n${usage}` });
});
