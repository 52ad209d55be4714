// Known bugs in the application of fills and bills, in the pages of their lists, and in the cursors. Each bug is a change of the source text
// or wraps the journal.
import type { Defect } from '../faults/defects.ts';
import { trading } from '../faults/fact-defects.ts';
import type { SourcePatch } from './source-patch.ts';

const second = 1_000;

const ledger = 'packages/engine/src/facts/ledger-facts.ts';
const snapshot = 'packages/engine/src/readings/snapshot.ts';
const walk = 'packages/exchange/src/okx/reads/ledger-walk.ts';
const pass = 'packages/engine/src/actor/pass.ts';
const exchangeLimits = 'packages/exchange/src/limits.ts';
const pushedFill = 'if (hint.fill !== null) applyPushedFill(facts, hint.fill);';

/** No push contains a fill, so every fill arrives in a list. */
const noPushedFills: SourcePatch = { file: pass, from: pushedFill, to: '' };
/** A page of a list has two rows. */
const smallPages: readonly SourcePatch[] = [
  { file: exchangeLimits, from: 'pageRows = 100', to: 'pageRows = 2' },
  { file: exchangeLimits, from: 'segmentPages = 5', to: 'segmentPages = 1' },
];

/** The bugs in the ledger. */
export const ledgerBugs: readonly Defect[] = [
  {
    name: 'F7',
    story: 'all fills of one order have one key',
    caughtBy: ['I22'],
    swarm: trading,
    patches: [
      {
        file: ledger,
        from: 'instrumentId: fill.instrumentId, fillId: fill.fillId } as const;',
        to: 'instrumentId: fill.instrumentId, fillId: fill.clientId } as const;',
      },
    ],
  },
  {
    name: 'F8',
    story: 'a funding bill that is read twice is booked twice',
    caughtBy: ['I23'],
    swarm: { ...trading, hasFunding: true, stopAfterMs: 100 * second, stopCloses: true },
    patches: [
      { file: ledger, from: 'if (memory.billIds.has(bill.billId)) continue;', to: '' },
      {
        file: ledger,
        from: "if (isOwn && bill.kind === 'funding')\n      dispatchEvent(batch, bot, {\n        key: { kind: 'bill', billId: bill.billId },",
        to: "if (isOwn && bill.kind === 'funding')\n      dispatchEvent(batch, bot, {\n        key: { kind: 'waited', position: bot.position + 1 },",
      },
    ],
  },
  {
    name: 'P3',
    story: 'a full page after the cursor counts as the whole list',
    caughtBy: ['I22'],
    swarm: { ...trading, meanDelayMs: 300 },
    settings: [noPushedFills, ...smallPages],
    patches: [{ file: walk, from: 'if (quick.rows.length < pageRows)', to: 'if (quick.rows.length >= 0)' }],
  },
  {
    name: 'P4',
    story: 'the last row of each page is lost',
    caughtBy: ['I22'],
    swarm: { ...trading, meanDelayMs: 300 },
    settings: [noPushedFills, ...smallPages],
    patches: [
      {
        file: walk,
        from: 'const fresh = oldAt < 0 ? rows : rows.slice(0, oldAt);',
        to: 'const fresh = oldAt < 0 ? rows.slice(0, -1) : rows.slice(0, oldAt);',
      },
    ],
  },
  {
    name: 'K2',
    story: 'the cursor of the fills moves to the newest row, although the exchange lists older fills later',
    caughtBy: ['I22'],
    swarm: { ...trading, staleLedger: 0.8, socketGapMs: 8 * second },
    settings: [noPushedFills],
    patches: [
      {
        file: snapshot,
        from: 'completeUntil: exchange.venueNow() - ledgerLagMs,',
        to: 'completeUntil: exchange.venueNow() + ledgerLagMs,',
      },
    ],
  },
  {
    name: 'K3',
    story: 'the cursor of the fills is stored before their rows',
    caughtBy: ['I22'],
    swarm: { ...trading, killMs: 6 * second },
    settings: [noPushedFills],
    journal: (real, clock) => ({
      ...real,
      applyFacts: async (batch) => {
        if (batch.fills.length === 0) return real.applyFacts(batch);
        const none = { fills: [], bills: [], unreadableRows: [], events: [], intents: [], logs: [], waits: [] };
        const newest = batch.fills.at(-1)?.billId ?? null;
        const { commands: _commands, ...facts } = batch;
        await real.applyFacts({ ...facts, ...none, checkpoints: [], freezes: [], views: [], fillCursor: newest });
        await new Promise<void>((resolve) => void clock.after(second, resolve));
        return real.applyFacts(batch);
      },
    }),
  },
];
