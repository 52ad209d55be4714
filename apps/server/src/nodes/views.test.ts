// Tests the views of an account between the node that trades it and a node with an open page, with a virtual clock and without NATS between both.
import type { Engine } from '@rondo/engine';
import { formatDecimal, zero } from '@rondo/decimal';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { encode } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import type { LiveChange } from '../trading/live-accounts.ts';
import { createRemoteAccounts, type RemoteAccounts } from '../trading/remote-accounts.ts';
import { pictureText, readPicture } from '../trading/account-picture.ts';
import { createAccountViews } from '../trading/account-views.ts';
import type { AccountView, ReceivedView } from './account-hints.ts';
import { startViewPublisher } from './view-publisher.ts';
import { snapshotOf } from '../../tests/_snapshot.ts';

const accountId = 'account-1';

const figures = { calls: 0, errors: 0, callMs: 0, reconnects: 0, messages: 0, upMs: 0, observedMs: 0 };
const meters = { now: () => null, figures: () => figures };

/** The node that trades the account. `change` is a change in its engine, and `published` has its views. */
function startOwner() {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const published: (AccountView & { readonly at: number })[] = [];
  const asked: number[] = [];
  let connect = (): void => undefined;
  let equity = '100';
  let changed: Parameters<Engine['onChange']>[0] = () => undefined;
  let watched: (accountIds: readonly string[]) => void = () => undefined;
  startViewPublisher({
    clock,
    log,
    meters,
    engine: {
      accountSnapshot: (id) => (id === accountId ? snapshotOf(equity) : null),
      onChange(listener) {
        changed = listener;
        return () => undefined;
      },
    },
    hints: {
      askViewers: () => void asked.push(clock.now()),
      onConnected: (listener) => (connect = listener),
      onWatch: (listener) => (watched = listener),
      publishView: (view) => published.push({ ...view, at: clock.now() }),
    },
  });
  return {
    clock,
    published,
    asked,
    connect: () => connect(),
    watch: () => watched([accountId, 'account-of-another-node']),
    change: (next: string, botIds: readonly string[] = []): void => {
      equity = next;
      changed({ accountId, botIds });
    },
  };
}

test('a node that trades asks for watched accounts when it starts and after each connection, and a node with an open page repeats them at once', async () => {
  const { clock, asked, connect } = startOwner();
  const startedAt = clock.now();
  expect(asked).toEqual([startedAt]);
  await clock.pass(500);
  connect();
  expect(asked).toEqual([startedAt, startedAt + 500]);
  const viewer = startViewer();
  viewer.remote.watch(accountId);
  const count = viewer.announced.length;
  viewer.ask();
  expect(viewer.announced.slice(count)).toEqual([[accountId]]);
});

test('the owning node publishes no view while nobody watches the account', async () => {
  const { clock, published, change } = startOwner();
  change('101');
  await clock.pass(5_000);
  expect(published).toEqual([]);
});

test('a change of a watched account is published within 25 ms with the ids of its bots, and views end 30 s after the last request', async () => {
  const { clock, published, watch, change } = startOwner();
  watch();
  await clock.pass(10);
  expect(published).toHaveLength(1);
  const changedAt = clock.now();
  change('101', ['bot-1']);
  change('102', ['bot-2']);
  await clock.pass(25);
  expect(published).toHaveLength(2);
  expect(published[1]).toMatchObject({ accountId, epoch: 3n, botIds: ['bot-1', 'bot-2'] });
  expect(published[1]?.picture).toContain('102');
  expect((published[1]?.at ?? 0) - changedAt).toBeLessThanOrEqual(25);
  await clock.pass(32_000);
  const count = published.length;
  expect(count).toBeGreaterThan(25);
  await clock.pass(10_000);
  expect(published).toHaveLength(count);
});

/** A node with an open page of the account. `stored` is the row of the database, and `receive` is a view of the owning node. */
function startViewer() {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const announced: (readonly string[])[] = [];
  const changes: LiveChange[] = [];
  const done = new Set<string>();
  let stored = { accountId, epoch: 3n, picture: pictureOf('50'), ageMs: 0 };
  let ask = (): void => undefined;
  let receive: (view: ReceivedView) => void = () => undefined;
  const remote = createRemoteAccounts({
    clock,
    log,
    isOwn: () => false,
    // The remote accounts call only these functions of the store while they watch.
    store: {
      accountStates: { watch: async () => undefined, list: async () => [stored] },
      bots: { listVersions: async () => [], isCommandDone: async (id: string) => done.has(id) },
    } as unknown as Parameters<typeof createRemoteAccounts>[0]['store'],
    hints: {
      watch: (accountIds) => announced.push(accountIds),
      follow(_accountId, listener) {
        receive = listener;
        return { close: () => undefined };
      },
      onWatchNeeded: (listener) => (ask = listener),
    },
  });
  remote.onChange((change) => changes.push(change));
  return {
    clock,
    remote,
    announced,
    ask: () => ask(),
    changes,
    done,
    store: (row: Partial<typeof stored>) => (stored = { ...stored, ...row }),
    receive: (equity: string, view: Partial<ReceivedView>) =>
      receive({ accountId, epoch: 3n, n: 1, picture: pictureOf(equity), botIds: [], ...view }),
  };
}

function pictureOf(equity: string): string {
  return pictureText(accountId, snapshotOf(equity), { meters, isWatched: true });
}

const equityAt = (remote: RemoteAccounts): string =>
  formatDecimal(remote.picture(accountId)?.picture.balance?.equity ?? zero);

test('another node knows why entries wait while the picture is recent, and a picture of an older node has no reason', async () => {
  const { clock, remote, receive, store } = startViewer();
  const views = createAccountViews({
    remote,
    isOwn: () => false,
    engine: { accountSnapshot: () => null, onChange: () => () => undefined },
  });
  const waits = () => views.account(accountId)?.waits;
  expect(waits()).toEqual({});
  remote.watch(accountId);
  const snapshot = { ...snapshotOf('60'), waits: { 'bot-1': 'price' as const } };
  receive('60', { n: 1, picture: pictureText(accountId, snapshot, { meters, isWatched: true }) });
  expect(waits()).toEqual({ 'bot-1': 'price' });
  const { waits: _, ...older } = readPicture(pictureOf('70'));
  receive('70', { n: 2, picture: JSON.stringify(encode(older)) });
  expect(waits()).toEqual({});
  receive('60', { n: 3, picture: pictureText(accountId, snapshot, { meters, isWatched: true }) });
  store({ ageMs: 60_000 });
  await clock.pass(serverLimits.snapshotMaxAgeMs + 1);
  expect(waits()).toEqual({});
});

test('another node knows the contracts beside those of a bot, and a picture of an older node has none', () => {
  const { remote, receive } = startViewer();
  const views = createAccountViews({
    remote,
    isOwn: () => false,
    engine: { accountSnapshot: () => null, onChange: () => () => undefined },
  });
  remote.watch(accountId);
  const snapshot = { ...snapshotOf('60'), surpluses: { 'bot-1': '4' } };
  receive('60', { n: 1, picture: pictureText(accountId, snapshot, { meters, isWatched: true }) });
  expect(views.account(accountId)?.surpluses).toEqual({ 'bot-1': '4' });
  const { surpluses: _, ...older } = readPicture(pictureOf('70'));
  receive('70', { n: 2, picture: JSON.stringify(encode(older)) });
  expect(views.account(accountId)?.surpluses).toEqual({});
});

test('a view is reported with its bots at once, and a view that arrives late or twice is ignored', () => {
  const { remote, changes, receive } = startViewer();
  remote.watch(accountId);
  receive('60', { n: 7, botIds: ['bot-1'] });
  expect(changes).toEqual([
    { kind: 'account', accountId },
    { kind: 'bot', botId: 'bot-1', accountId },
  ]);
  receive('55', { n: 6 });
  receive('60', { n: 7 });
  receive('54', { n: 9, epoch: 2n });
  expect(changes).toHaveLength(2);
  expect(equityAt(remote)).toBe('60');
  receive('70', { n: 1, epoch: 4n });
  expect(equityAt(remote)).toBe('70');
});

test('a row of the database that was written before the last view does not replace the view, and a later row does', async () => {
  const { clock, remote, receive, store } = startViewer();
  remote.watch(accountId);
  await clock.pass(1_500);
  expect(equityAt(remote)).toBe('50');
  receive('60', {});
  store({ ageMs: 5_000 });
  await clock.pass(1_000);
  expect(equityAt(remote)).toBe('60');
  store({ ageMs: 0, picture: pictureOf('80') });
  await clock.pass(1_000);
  expect(equityAt(remote)).toBe('80');
});

test('a node asks for the views of its watched accounts when a page opens and every 10 s, and for none after the last page was closed', async () => {
  const { clock, remote, announced } = startViewer();
  const [first, second] = [remote.watch(accountId), remote.watch(accountId)];
  await clock.pass(20_500);
  const asked = announced.filter((accountIds) => accountIds.length > 0).length;
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(5);
  first.close();
  second.close();
  await clock.pass(30_000);
  expect(announced.filter((accountIds) => accountIds.length > 0)).toHaveLength(asked);
});

test('a request for the money of an account waits while its new owner has not read the balance yet, and not for a refused key', async () => {
  const { clock, remote, store } = startViewer();
  const unread = { ...snapshotOf('0'), balance: null, balanceAgeMs: null, epoch: 4n };
  const textOf = (isKeyAccepted: boolean) => {
    const link = { isReady: false, readySince: null, isKeyAccepted, since: 0 };
    return pictureText(accountId, unread, { meters: { ...meters, now: () => link }, isWatched: true });
  };
  const seen: string[] = [];
  const see = (): void => void remote.see([accountId]).then(() => seen.push(equityAt(remote)));
  store({ epoch: 4n, picture: textOf(true) });
  see();
  await clock.pass(1_000);
  expect(seen).toEqual([]);
  store({ picture: pictureOf('90') });
  await clock.pass(serverLimits.remoteWaitMs);
  expect(seen).toEqual(['90']);
  store({ picture: textOf(false) });
  await clock.pass(serverLimits.freshPictureMs + 1);
  see();
  await clock.pass(0);
  expect(seen).toEqual(['90', '0']);
});

test('a request waits until another node has done the command, and at most two seconds', async () => {
  const { clock, remote, done } = startViewer();
  const results: boolean[] = [];
  void remote.awaitCommand('first').then((isDone) => results.push(isDone));
  await clock.pass(500);
  expect(results).toEqual([]);
  done.add('first');
  await clock.pass(300);
  expect(results).toEqual([true]);
  void remote.awaitCommand('second').then((isDone) => results.push(isDone));
  await clock.pass(1_900);
  expect(results).toEqual([true]);
  await clock.pass(400);
  expect(results).toEqual([true, false]);
});
