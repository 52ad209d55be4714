// Tests of checkpoints: a restart from a checkpoint has the same state as the fold of all events, and a checkpoint that
// differs from the events is not used.
import { createHash } from 'node:crypto';
import { encodeEvent, encodeState, foldVersion, type StrategyEvent } from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { rememberedEventsMax } from '../src/limits.ts';
import { emptyMemory } from '../src/memory/account-memory.ts';
import type { BotMemory } from '../src/memory/bot-memory.ts';
import { checkpointOf, foldText, readCheckpoint } from '../src/memory/checkpoint.ts';
import { foldBot, type FoldDeps } from '../src/memory/fold.ts';
import { restore } from '../src/memory/restore.ts';
import type { BotCheckpoint, BotEventRow, BotRow, JournalBot } from '../src/ports/index.ts';
import { startCheckpointCheck } from '../src/readings/checkpoint-check.ts';
import { openActorWorld } from './actor-world.ts';
import { expire, storyDriver } from './bot-story.ts';
import { botRow, foldDeps, keyedHash, storedJournal } from './builders.ts';

const row = botRow();

/** Returns the first `count` events of a random story as stored rows. */
function storyOf(seed: string, count: number): readonly BotEventRow[] {
  return rowsOf(storyDriver(seed, count).events.slice(0, count));
}

/** Returns stored rows of a random story whose instrument gets finer units and then expires with an open position. */
function expiredStoryOf(seed: string): readonly BotEventRow[] {
  const driver = storyDriver(seed, 150);
  expire(driver);
  return rowsOf(driver.events);
}

function rowsOf(events: readonly StrategyEvent[]): readonly BotEventRow[] {
  return events.map((event, index) => ({
    botId: row.botId,
    position: index + 1,
    key: event.kind === 'start' ? 'start' : `fill:ETH-USDT-SWAP:${index}`,
    body: JSON.stringify(encodeEvent(event)),
    at: 1_000 + index,
  }));
}

function stored(events: readonly BotEventRow[], changes: Partial<JournalBot> = {}): JournalBot {
  const lastPosition = events.length;
  return { row, checkpoint: null, recentKeys: [], events, lastPosition, waits: '', frozenCloses: 0, ...changes };
}

/** Returns the functions of a fold that reads pages of these events. */
function depsOf(events: readonly BotEventRow[]): FoldDeps {
  const readEvents: FoldDeps['journal']['readEvents'] = async (_, { after, upTo, limit }) =>
    events.slice(after, Math.min(upTo, after + limit));
  return { keyedHash, journal: { readEvents } };
}

async function checkpointAt(events: readonly BotEventRow[], position: number): Promise<BotCheckpoint> {
  return checkpointOf(await foldBot(foldDeps, stored(events.slice(0, position))), keyedHash);
}

const stateOf = (bot: BotMemory | null | undefined): string =>
  bot === null || bot === undefined ? '' : JSON.stringify(encodeState(bot.state));

test('a restart from a checkpoint at any position has the state of the fold of all events', async () => {
  for (const seed of ['a', 'b']) {
    const events = storyOf(seed, 45);
    const whole = foldText(await foldBot(foldDeps, stored(events)));
    for (let position = 1; position <= events.length; position += 1) {
      const checkpoint = await checkpointAt(events, position);
      const tail = stored(events.slice(position), { checkpoint, lastPosition: events.length });
      const bot = await foldBot(foldDeps, tail);
      expect([position, foldText(bot)]).toEqual([position, whole]);
      expect(bot.position).toBe(events.length);
    }
  }
});

test('a long fold reads the events page by page', async () => {
  const events = storyOf('long', 1_700);
  const bot = await foldBot(depsOf(events), stored([], { lastPosition: events.length }));
  expect(stateOf(bot)).toBe(stateOf(await foldBot(foldDeps, stored(events))));
});

test.each<readonly [string, (checkpoint: BotCheckpoint) => BotCheckpoint, BotRow]>([
  ['of another version of the fold', (each) => ({ ...each, foldVersion: foldVersion + 1 }), row],
  ['with another position', (each) => ({ ...each, position: each.position + 1 }), row],
  ['with a changed text', (each) => ({ ...each, body: each.body.replace('"lastEventAt":', '"lastEventAt":1') }), row],
  ['of another configuration', (each) => each, botRow(botConfig())],
])('a checkpoint %s is not used, and the state is calculated from all events', async (_, change, changedRow) => {
  const events = storyOf('a', 60);
  const checkpoint = change(await checkpointAt(events, 40));
  expect(readCheckpoint(changedRow, checkpoint, keyedHash)).toBeNull();
  const bot = await foldBot(
    depsOf(events),
    stored(events.slice(40), { checkpoint, row: changedRow, lastPosition: 60 }),
  );
  expect(stateOf(bot)).toBe(stateOf(await foldBot(foldDeps, stored(events, { row: changedRow }))));
});

/** Runs the comparison of a checkpoint with the events. `change` is the difference of the checkpoint. */
async function compareChanged(change: (bot: BotMemory) => void) {
  const world = openActorWorld(5_000);
  const events = storyOf('a', 40);
  const bot = await foldBot(foldDeps, stored(events));
  change(bot);
  const dropped: string[] = [];
  const journal = {
    ...world.context.journal,
    readEvents: depsOf(events).journal.readEvents,
    dropCheckpoints: async (botId: string) => void dropped.push(botId),
  };
  startCheckpointCheck({ ...world.context, journal }, [stored([], { checkpoint: checkpointOf(bot, keyedHash) })]);
  while (!world.context.tasks.hasFinished()) await Promise.resolve();
  for (const apply of world.context.tasks.takeFinished()) apply({ memory: world.memory } as never);
  return { isFrozen: world.bot.failure !== null, dropped };
}

// The code of the fold was changed without a new version, or the checkpoint was written by a defect.
test.each<readonly [string, (bot: BotMemory) => void]>([
  ['state', (bot) => (bot.state = { ...bot.state, roundsOpened: bot.state.roundsOpened + 1 })],
  ['time of the last fact', (bot) => (bot.lastEventAt += 1)],
  ['time of the reported outside fills', (bot) => (bot.outsideReportedUntil += 1)],
  ['number of cancels by the user', (bot) => bot.outsideCancels.set('entry/99/2', 1)],
  ['list of skipped slots', (bot) => bot.skippedSlots.add('entry/99/2')],
])(
  'a checkpoint whose %s differs from the events freezes its bot, and its checkpoints are deleted',
  async (_, change) => {
    expect(await compareChanged(change)).toEqual({ isFrozen: true, dropped: ['bot'] });
  },
);

test('a checkpoint that equals the events does not freeze its bot', async () => {
  expect(await compareChanged(() => undefined)).toEqual({ isFrozen: false, dropped: [] });
});

test('a bot has the keys of at most 2,000 events in the memory after a restart', async () => {
  const recentKeys = Array.from({ length: 3_000 }, (_, index) => `fill:ETH-USDT-SWAP:old${index}`);
  const checkpoint = await checkpointAt(storyOf('a', 40), 40);
  const bot = await foldBot(foldDeps, stored([], { checkpoint, recentKeys, lastPosition: 40 }));
  expect(bot.keys.size).toBe(rememberedEventsMax);
  expect(bot.keys.has('fill:ETH-USDT-SWAP:old2999')).toBe(true);
});

// When the digest changes and the change is intended, raise `foldVersion` by one and replace the digest.
test('the fold of fixed events returns the states of this version of the fold', async () => {
  const digest = createHash('sha256');
  const kinds = new Set<string>();
  for (const seed of ['v1', 'v2', 'v3', 'v4', 'v5', 'v6']) {
    const events = expiredStoryOf(seed);
    for (const { body } of events) kinds.add(JSON.parse(body).kind);
    digest.update(stateOf(await foldBot(foldDeps, stored(events.slice(0, -1)))));
    digest.update(stateOf(await foldBot(foldDeps, stored(events))));
  }
  for (const kind of ['rules', 'recover', 'expired', 'hold', 'release', 'waitOver', 'externalClose'])
    expect(kinds).toContain(kind);
  expect([foldVersion, digest.digest('hex').slice(0, 16)]).toEqual([7, 'a4668372991004d8']);
});

test('a restart from a checkpoint with 255 later events and 2,000 keys takes less than 100 ms of processor time', async () => {
  const events = storyOf('age', 511);
  const recentKeys = Array.from({ length: rememberedEventsMax }, (_, index) => `fill:ETH-USDT-SWAP:old${index}`);
  const bots = [
    stored(events.slice(256), { checkpoint: await checkpointAt(events, 256), recentKeys, lastPosition: 511 }),
  ];
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const memory = emptyMemory('a', 5_000);
    const startedAt = process.cpuUsage();
    await restore(memory, storedJournal({ bots }), foldDeps);
    const { user, system } = process.cpuUsage(startedAt);
    times.push((user + system) / 1_000);
    expect(memory.bots.get('bot')?.position).toBe(511);
  }
  process.stdout.write(`restore of one bot: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms of processor time\n`);
  expect(Math.min(...times)).toBeLessThan(100);
});
