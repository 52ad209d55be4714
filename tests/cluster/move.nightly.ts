// Tests the move of people between two databases with real processes: the bots trade all the time, and the command is killed and typed again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runMoveTrial } from './trial/move-trial.ts';

const minutes = 60_000;
const folder = mkdtempSync(path.join(tmpdir(), 'rondo-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'people move between two databases while their bots trade and the command is killed, no order is lost or doubled, and every fill equals the exchange',
  async () => {
    const lines: string[] = [];
    const options = { people: 8, kills: 6, seed: 1, home: path.join(folder, 'home') };
    const result = await runMoveTrial(options, (line) => void lines.push(line));
    process.stderr.write(`${JSON.stringify({ ...result, violations: result.violations.length })}\n`);
    expect(result.violations, lines.join('\n')).toEqual([]);
    expect(result.fills).toBeGreaterThan(50);
    expect(result.laterIntents).toBeGreaterThan(0);
    expect(result.killed).toBeGreaterThan(0);
  },
  12 * minutes,
);
