// Tests what a server does with the counts of the openings and of the signatures that its signer reports.
import type { Log } from '@rondo/engine/ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignerListener } from '../../src/signer/signer-line.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
let listener: SignerListener | null = null;
const lines: string[] = [];

beforeAll(async () => {
  const log: Log = {
    write: (level, event) => void (event === 'signer.opened' && lines.push(`${level} ${event}`)),
  };
  world = await startWorld({
    log,
    signer: (line) => ({
      ...line,
      listen(next) {
        listener = next;
        line.listen(next);
      },
    }),
  });
});
afterAll(() => world.close());

test('the openings and the refused openings of each minute are in the metrics and in the audit', async () => {
  const { metrics, store } = world.context;
  for (const refused of [0, 2]) listener?.reply({ kind: 'openings', id: 0, openings: 7, accounts: 5, refused });
  const text = await metrics.text();
  expect(text).toMatch(/^rondo_signer_openings 14$/m);
  expect(text).toMatch(/^rondo_signer_openings_refused 2$/m);
  const recorded = async (): Promise<readonly string[]> =>
    (await store.audit.list({ limit: 50 })).map(({ action, detail }) => `${action} ${detail}`);
  await expect.poll(recorded).toContain('signer.opened 7 openings of 5 accounts, 0 refused');
  await expect.poll(recorded).toContain('signer.opened 7 openings of 5 accounts, 2 refused');
  expect(lines).toEqual(['info signer.opened', 'error signer.opened']);
});

test('the signatures are in the metrics by purpose', async () => {
  const counts = { command: 3, reading: 7, login: 1, check: 0, accounts: 2 };
  for (let report = 0; report < 2; report += 1) listener?.reply({ kind: 'signatures', id: 0, ...counts });
  const text = await world.context.metrics.text();
  expect(text).toMatch(/^rondo_signer_signatures_total\{purpose="command"\} 6$/m);
  expect(text).toMatch(/^rondo_signer_signatures_total\{purpose="reading"\} 14$/m);
});
