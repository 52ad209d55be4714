// The process of the signer. It has no settings and no network: it answers the messages of the server that started it, and ends with this server.
import { freezeIntrinsics, protectMemory } from '@rondo/store/process';
import { steadyClock, wallClock } from './async/wall-clock.ts';
import { createSignerCore } from './signer/signer-core.ts';
import { signerLimits } from './signer/signer-limits.ts';
import { createTokenBucket } from './signer/token-bucket.ts';

protectMemory();
freezeIntrinsics();
// The server ends the signer. A signal to the whole group, as of Ctrl-C, must not: the orders of the shutdown still need signatures.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const now = (): number => performance.now();
/** The later one of the clock of the machine and the steady clock: a clock that is set back by an hour must not end the signatures of exits. */
const wallNow = (): number => Math.max(wallClock.now(), steadyClock.now());
const lines = createTokenBucket(signerLimits.linesAtOnce, signerLimits.linesPerSecond);
/** Refusals must not use up the lines of the honey account. */
const honeyLines = createTokenBucket(signerLimits.linesAtOnce, signerLimits.linesPerSecond);
/** Writes a line that is also there when the server was taken over. The server writes a line too. */
const write = (event: string, fields: object, level = 50): void =>
  void process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`);
/** Reports the counts of the openings and of the signatures. The server has no other way to them, and the lines are also there when it was taken over. */
const reportCounts = (): void => {
  const counts = core.takeCounts();
  if (counts !== null) {
    write('signer.opened', counts, counts.refused === 0 ? 30 : 50);
    if (process.connected) process.send?.({ kind: 'openings', id: 0, ...counts });
  }
  const signatures = core.takeSignatures();
  if (signatures === null) return;
  write('signer.signed', signatures, 30);
  if (process.connected) process.send?.({ kind: 'signatures', id: 0, ...signatures });
};
const core = createSignerCore({
  now,
  wallNow,
  report(refusal) {
    if (lines.take(now())) write('signer.refused', refusal);
  },
  alarm(use) {
    if (!honeyLines.take(now())) return;
    write('signer.honeyUsed', use);
    if (process.connected) process.send?.({ kind: 'honey', id: 0, ...use });
  },
  begun: ({ countsMs }) => void setInterval(reportCounts, countsMs).unref(),
  countsWanted: reportCounts,
});

process.on('message', (message) => {
  void core.replyTo(message).then((reply) => {
    if (reply !== null && process.connected) process.send?.(reply);
  });
});
process.once('disconnect', () => {
  reportCounts();
  process.exit(0);
});
