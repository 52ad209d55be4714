// Proves that no kill between a signal and its first order opens a round twice, or after the end of the signal, and that the check finds known bugs.
import { expect, test } from 'vitest';
import { runSeedWith } from '../planted/patched-run.ts';
import { runSeed } from '../run.ts';
import { killAtSignals, signalKills, signalStages } from './signal-kills.ts';

const seeds = ['1', '4', '5', '7', '9', '11'];

test('kills between a signal and its first order violate no invariant', async () => {
  const reached = new Set<string>();
  for (const seed of seeds) {
    const script = killAtSignals((stage) => void reached.add(stage));
    const { violations } = await runSeed(seed, { ...signalKills, script });
    expect(violations, seed).toEqual([]);
  }
  expect([...reached]).toEqual(expect.arrayContaining([...signalStages]));
});

test.each([
  {
    bug: 'an opening is never undone',
    file: 'packages/engine/src/facts/bot-progress.ts',
    from: 'if (end !== null && batch.now > end && ',
    to: 'if (end !== null && batch.now > end + 3_600_000 && ',
  },
  {
    bug: 'an opening lives a minute longer than its signal',
    file: 'packages/strategy/src/signal/apply-signal.ts',
    from: '? null : round.signal.validUntil;',
    to: '? null : round.signal.validUntil + 60_000;',
  },
])('the check finds the known bug: $bug', async ({ file, from, to }) => {
  const runWithBug = await runSeedWith([{ file, from, to }]);
  for (const seed of seeds) {
    const script = killAtSignals(() => undefined);
    const { violations } = await runWithBug(seed, { ...signalKills, script });
    if (violations.some(({ invariant }) => invariant === 'I34')) return;
  }
  expect.fail('No seed violated I34.');
});
