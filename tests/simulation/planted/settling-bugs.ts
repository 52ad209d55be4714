// Known bugs in the end of orders and rounds, in the outcomes of commands, and in client ids. Each bug is a change of the source text.
import type { Defect } from '../faults/defects.ts';
import { trading } from '../faults/fact-defects.ts';

const second = 1_000;

const progress = 'packages/engine/src/facts/bot-progress.ts';
const send = 'packages/engine/src/orders/send.ts';
const outcome = 'packages/exchange/src/okx/commands/outcome.ts';

/** The bugs in the end of orders and rounds. */
export const settlingBugs: readonly Defect[] = [
  {
    name: 'M9',
    story: 'an order ends with its state, although some of its fills were not received',
    caughtBy: ['I03'],
    swarm: { ...trading, staleLedger: 0.8, socketGapMs: 8 * second },
    patches: [
      {
        file: 'packages/engine/src/facts/order-facts.ts',
        from: "if (order.reportedLots < order.filledLots || (state === 'filled' && order.reportedLots === 0n)) {",
        to: 'if (order.reportedLots < 0n) {',
      },
    ],
  },
  {
    name: 'M18',
    story: 'a round begins before a reading shows that the round before is over',
    caughtBy: ['I19'],
    swarm: { ...trading, dropRequest: 0.2 },
    patches: [
      {
        file: 'packages/engine/src/orders/reconcile.ts',
        from: 'return command.order.reduces ? 2 : 1;',
        to: 'return command.order.reduces ? 7 : 6;',
      },
      {
        file: progress,
        from: 'function areOrdersGone(memory: AccountMemory, bot: BotMemory): boolean {',
        to: 'function areOrdersGone(memory: AccountMemory, bot: BotMemory): boolean { if (bot.position >= 0) return true;',
      },
      {
        file: progress,
        from: 'function isFlat(memory: AccountMemory, bot: BotMemory): boolean {',
        to: 'function isFlat(memory: AccountMemory, bot: BotMemory): boolean { if (openSize(bot.state) === 0n) return true;',
      },
    ],
  },
  {
    name: 'M22',
    story: 'a failed reading of the positions is read as no position',
    caughtBy: ['I07'],
    swarm: { ...trading, dropRequest: 0.3, handTradeMs: 8 * second },
    patches: [
      {
        file: 'packages/engine/src/readings/snapshot.ts',
        from: 'const { fills, open, positions, balance } = reports;',
        to: 'const { fills, open, balance } = reports; const { startedAt: readAt } = reports.positions; const positions = reports.positions.ok ? reports.positions : { ok: true as const, value: [], startedAt: readAt };',
      },
    ],
  },
  {
    name: 'S2',
    story: 'a bot ends before the bill of the last funding was read',
    caughtBy: ['I23'],
    swarm: { ...trading, hasFunding: true, stopAfterMs: 50 * second, stopCloses: true },
    patches: [
      {
        file: progress,
        from: 'if (memory.billsReadAt <= lastBillAt(facts.venue, bot)) {',
        to: 'if (memory.billsReadAt < 0) {',
      },
    ],
  },
  {
    name: 'S3',
    story: 'a position that a reading does not show is closed at once',
    caughtBy: ['L01'],
    swarm: { ...trading, staleLedger: 0.8, socketGapMs: 8 * second, meanDelayMs: 300 },
    patches: [
      {
        file: 'packages/engine/src/limits.ts',
        from: 'externalCloseAfterMs = 8 * seconds',
        to: 'externalCloseAfterMs = 0',
      },
      { file: 'packages/engine/src/limits.ts', from: 'externalCloseSnapshots = 2', to: 'externalCloseSnapshots = 0' },
      { file: 'packages/engine/src/limits.ts', from: 'flatAfterMs = 60 * seconds', to: 'flatAfterMs = 0' },
      { file: 'packages/engine/src/limits.ts', from: 'flatSnapshots = 6', to: 'flatSnapshots = 0' },
      {
        file: 'packages/engine/src/facts/outside-changes.ts',
        from: 'if (difference === 0n || isEnded(bot) !== wantsClose(memory, bot) || isUncertain(memory, bot)) {',
        to: 'if (difference === 0n || isEnded(bot) !== wantsClose(memory, bot)) {',
      },
    ],
  },
  {
    name: 'S4',
    story: 'an accepted cancel counts as the end of the order',
    caughtBy: ['I20'],
    swarm: { ...trading, meanDelayMs: 300 },
    patches: [
      {
        file: send,
        from: '  order.lookups = { ...order.lookups, isDue: !isAccepted };\n  const state',
        to: "  order.lookups = { ...order.lookups, isDue: !isAccepted };\n  applyOrderFact(facts, order, 'seenCancelled');\n  const state",
      },
    ],
  },
  {
    name: 'S5',
    story: 'an order is proven absent although a list contains it',
    caughtBy: ['I20'],
    test: {
      file: 'packages/engine/src/orders/not-found-proof.test.ts',
      name: 'the proof fails when one field of the full reading contradicts the absence of the order',
    },
    patches: [{ file: 'packages/engine/src/orders/not-found-proof.ts', from: '!reading.isInHistory &&', to: '' }],
  },
  {
    name: 'O1',
    story: 'the code 50004 is read as a rejection',
    caughtBy: ['I20'],
    swarm: { ...trading, brokenResponse: 0.2 },
    patches: [
      {
        file: outcome,
        from: "if (proven === 'rejected') return",
        to: "if (proven === 'rejected' || plain === '50004') return",
      },
    ],
  },
  {
    name: 'O2',
    story: 'an order without a row in the response to a batch is read as rejected',
    caughtBy: ['I20'],
    swarm: { ...trading, brokenResponse: 0.05 },
    patches: [
      {
        file: outcome,
        from: "return { kind: 'unknown', cause: `code ${code} without a row for the order` };",
        to: "return { kind: 'rejected', code, message: '', reason: 'other' };",
      },
    ],
  },
  {
    name: 'O3',
    story: 'the verdict of the first row counts for all orders of a batch',
    caughtBy: ['I20'],
    swarm: { ...trading, purse: 'short' },
    patches: [
      {
        file: outcome,
        from: 'const row = deps.ack.safeParse(data[index]);',
        to: 'const row = deps.ack.safeParse(data[0 * index]);',
      },
      { file: outcome, from: 'row.data.clOrdId !== id || ', to: 'id === null || ' },
    ],
  },
  {
    name: 'D1',
    story: 'all generations of a slot have one client id',
    caughtBy: ['I05'],
    swarm: trading,
    patches: [
      {
        file: 'packages/engine/src/orders/client-order-id.ts',
        from: 'base36(slot.generation, 3);',
        to: 'base36(0 * slot.generation, 3);',
      },
    ],
  },
];
