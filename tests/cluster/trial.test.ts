// Tests the cluster trial without faults on real processes: two engines share the accounts, and journal and exchange agree after all bots have ended.
import { expect, test } from 'vitest';
import { runTrial } from './trial/trial.ts';

test('two engines trade the bots of three accounts that are created and stopped through an api node, and every fill is reported exactly once', async () => {
  const lines: string[] = [];
  const result = await runTrial(
    {
      engines: 2,
      apis: 1,
      accounts: 3,
      bots: 1,
      busy: 3,
      minutes: 0.25,
      warm: 0,
      seed: 1,
      faults: 0,
      kinds: ['kill-engine'],
      isJson: false,
      home: null,
      older: null,
    },
    (line) => void lines.push(line),
  );
  expect(result.violations, lines.join('\n')).toEqual([]);
  expect(result.fills).toBeGreaterThan(3);
});
