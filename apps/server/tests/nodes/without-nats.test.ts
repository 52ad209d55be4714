// Tests how long it takes without NATS until the owning node carries a stop out and until another node sees a change. Both nodes have one real database and one
// virtual clock, which stands still while the database works. So the times are those of the polls, and no machine is too slow for the test.
import type { Engine } from '@rondo/engine';
import { formatDecimal, zero } from '@rondo/decimal';
import type { Store } from '@rondo/store';
import { createTestLog, createVirtualClock, type VirtualClock } from '@rondo/testkit';
import { batch, createBot, createUser, startTestDatabase, view, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecordedWork } from '../../src/nodes/recorded-work.ts';
import { createCommandDispatcher } from '../../src/trading/command-dispatcher.ts';
import type { LiveChange } from '../../src/trading/live-accounts.ts';
import { createPictureWriter } from '../../src/trading/picture-writer.ts';
import { createRemoteAccounts } from '../../src/trading/remote-accounts.ts';
import { snapshotOf } from '../_snapshot.ts';

/** Issue 15: without NATS a stop is carried out and a change is seen within these times. */
const stopMs = 3_000;
const changeMs = 2_000;

let database: TestDatabase;
let store: Store;
let userId = '';
let pair: ReturnType<typeof startPair>;

beforeAll(async () => {
  database = await startTestDatabase();
  store = await database.openStore();
  userId = await createUser(store);
  const bot = await createBot(store, { userId });
  await store.journal.applyFacts(batch(bot, { views: [view(bot)] }));
  pair = startPair(bot.accountId, bot.id);
  pair.reader.watch(bot.accountId);
  await pair.clock.pass(5_000);
});

afterAll(async () => {
  pair.stop();
  await database.stop();
});

/** Returns the part of the store whose calls stop the clock until the database has responded. */
function heldBy<Part extends object>(clock: VirtualClock, part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function'
        ? (...values: readonly unknown[]) => clock.hold(Reflect.apply(member, target, values) as Promise<unknown>)
        : member;
    },
  });
}

const noHints = {
  wakeOwner: () => undefined,
  watch: () => undefined,
  follow: () => ({ close: () => undefined }),
  onWatchNeeded: () => undefined,
};

/** The owning node, whose engine accepts each command at once, and a node with an open page of the account. */
function startPair(accountId: string, botId: string) {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const parts = {
    ...store,
    accounts: heldBy(clock, store.accounts),
    accountStates: heldBy(clock, store.accountStates),
    bots: heldBy(clock, store.bots),
    leases: heldBy(clock, store.leases),
  };
  const accepted: { readonly commandId: string | null; readonly at: number }[] = [];
  const account = { equity: '100' };
  // The dispatcher and the writer call only these functions of the engine.
  const engine = {
    start: () => undefined,
    accountIds: () => [accountId],
    holdsLease: () => true,
    accountSnapshot: () => snapshotOf(account.equity),
    botSnapshot: () => null,
    async dispatch(message: Parameters<Engine['dispatch']>[0]) {
      if (message.kind === 'userCommand') accepted.push({ commandId: message.commandId, at: clock.now() });
      return 'done';
    },
  } as unknown as Engine;
  const figures = { calls: 0, errors: 0, callMs: 0, reconnects: 0, messages: 0, upMs: 0, observedMs: 0 };
  const meters = { now: () => null, figures: () => figures };
  const owner = createCommandDispatcher({
    clock,
    log,
    store: parts,
    engine,
    prepare: async () => true,
    endAccounts: async () => undefined,
    writePictures: createPictureWriter({ clock, engine, states: parts.accountStates, meters }),
  });
  const reader = createRemoteAccounts({ clock, log, store: parts, isOwn: () => false, hints: noHints });
  const seen: { readonly change: LiveChange; readonly equity: string; readonly at: number }[] = [];
  reader.onChange((change) => {
    const equity = reader.picture(accountId)?.picture.balance?.equity ?? zero;
    seen.push({ change, equity: formatDecimal(equity), at: clock.now() });
  });
  void owner.start();
  return {
    clock,
    accepted,
    account,
    seen,
    reader,
    accountId,
    botId,
    work: createRecordedWork({ dispatcher: owner, remote: reader, isOwn: () => false, hints: noHints }),
    stop() {
      owner.stop();
      reader.stop();
    },
  };
}

/** Instants between two polls of one second: directly after a poll, on the way, and directly before the next poll. */
const instants = [0, 1, 250, 500, 750, 999];

test.each(instants)(
  'a stop that is recorded %i ms after a poll reaches the engine within 3 s, and its request gets the response 200',
  async (afterMs) => {
    const { clock, accepted, accountId, work } = pair;
    const bot = await createBot(store, {
      userId,
      accountId,
      instrumentId: `T${afterMs}-USDT-SWAP`,
      idempotencyKey: `${afterMs}`,
    });
    await clock.pass(1_000 + afterMs);
    const stop = { botId: bot.id, kind: 'stop_close', requestId: 'stop', now: clock.now() } as const;
    const recorded = await store.bots.recordCommand(stop);
    if (!recorded.ok) throw new Error(recorded.refusal);
    const recordedAt = clock.now();
    const results: boolean[] = [];
    void work.command(recorded.command).then((isDone) => results.push(isDone));
    await clock.pass(stopMs);
    const [first, ...more] = accepted.filter(({ commandId }) => commandId === recorded.command.id);
    expect(more).toEqual([]);
    expect(first?.at).toBeLessThanOrEqual(recordedAt + stopMs);
    expect(results).toEqual([true]);
  },
);

test.each(instants)(
  'a balance and a bot that change %i ms after a poll are seen by the other node within 2 s',
  async (afterMs) => {
    const { clock, account, seen, botId } = pair;
    await clock.pass(1_000 + afterMs);
    account.equity = `1${afterMs}.5`;
    const bot = (await store.bots.find(botId)) ?? expect.unreachable();
    const eventPosition = (bot.view?.eventPosition ?? 0) + 1;
    await store.journal.applyFacts(batch(bot, { views: [view(bot, { eventPosition })] }));
    const changedAt = clock.now();
    seen.length = 0;
    await clock.pass(changeMs);
    const balance = seen.find(({ change, equity }) => change.kind === 'account' && equity === account.equity);
    const changedBot = seen.find(({ change }) => change.kind === 'bot' && change.botId === botId);
    expect([balance?.at, changedBot?.at].map((at) => (at ?? Number.NaN) - changedAt <= changeMs)).toEqual([true, true]);
  },
);
