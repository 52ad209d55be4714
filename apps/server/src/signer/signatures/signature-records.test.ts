// Tests what a server records about the signatures of its signer.
import { expect, test } from 'vitest';
import { createMetrics } from '../../ops/metrics.ts';
import { createSignatureRecords } from './signature-records.ts';
import { signerLimits } from '../signer-limits.ts';

function openRecords() {
  const stage = { now: 1_000 };
  const lines: string[] = [];
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  const records = createSignatureRecords({
    clock: { now: () => stage.now },
    metrics,
    write: (detail) => void lines.push(detail),
  });
  return { stage, lines, metrics, records };
}

const counts = { command: 2, reading: 30, login: 1, check: 0, accounts: 4 };

test('each report is in the metric of its purpose at once, and an hour of reports is one line', async () => {
  const { stage, lines, metrics, records } = openRecords();
  records.add(counts);
  stage.now += signerLimits.signedLineMs - 1;
  records.add({ ...counts, accounts: 3 });
  expect(lines).toEqual([]);
  const text = await metrics.text();
  expect(text).toContain('rondo_signer_signatures_total{purpose="command"} 4');
  expect(text).toContain('rondo_signer_signatures_total{purpose="reading"} 60');
  expect(text).toContain('rondo_signer_signatures_total{purpose="check"} 0');
  stage.now += 1;
  records.add({ ...counts, check: 5 });
  expect(lines).toEqual([
    '6 orders and changes, 90 readings, 3 log-ins of sockets, 5 checks of keys, at most 4 accounts in a minute',
  ]);
  stage.now += signerLimits.signedLineMs - 1;
  records.add(counts);
  expect(lines).toHaveLength(1);
});

test('the counts without a line are written at the end, and no line has no signature', () => {
  const { lines, records } = openRecords();
  records.flush();
  records.add(counts);
  records.flush();
  records.flush();
  expect(lines).toEqual([
    '2 orders and changes, 30 readings, 1 log-ins of sockets, 0 checks of keys, at most 4 accounts in a minute',
  ]);
});
