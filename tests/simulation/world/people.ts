// The people of a run: owners send commands to their bots, and users trade manually in the accounts of the bots.
import { createHmac } from 'node:crypto';
import type { SeededChance } from '@rondo/testkit';
import type { CheckedBot } from '../checks/roster.ts';
import { count } from '../checks/counts.ts';
import type { UserCommand } from '@rondo/engine';
import { isLive } from '../checks/truth.ts';
import { processOf } from './machines.ts';
import { countFault, follow, noteIntervention, type World } from './world.ts';

const retryMs = 2_000;
const patienceMs = 10_000;
const stormMs = 2_000;
const closeRetryMs = 30_000;
const enlargedForMs = { from: 3_000, to: 20_000 };

/** Plans the commands of the owners and of the operator: stop, last round, holds and releases. Each command is repeated until it is done. */
export function planCommands(world: World): void {
  for (const bot of world.checks.roster.all) planOwner(world, bot);
}

/** Plans the commands of the owner of one bot. The times count from now. */
export function planOwner(world: World, bot: CheckedBot): void {
  if (bot.setsLast)
    world.clock.after(world.swarm.chaosMs / 3, () =>
      insist(world, bot, { command: { kind: 'setLast', isLast: true }, onDone: () => undefined }),
    );
  planPause(world, bot);
  planHold(world, bot);
  if (bot.stopAfterMs === null) return;
  const onDone = (): void => {
    noteIntervention(world, bot.botId, { wasStopped: true });
    if ([...world.journal.contents.intents.values()].some((intent) => intent.state === 'unknown'))
      count(world.counts.goals, 'stopDuringUnknown');
  };
  world.clock.after(bot.stopAfterMs, () =>
    insist(world, bot, { command: { kind: 'stop', closePosition: bot.stopCloses }, onDone }),
  );
}

// The operator withdraws the approval of one bot in five during the second quarter of the phase with faults.
function planPause(world: World, bot: CheckedBot): void {
  const { chaosMs } = world.swarm;
  if (!world.chance.fork(`pause of ${bot.botId}`).happens(0.2)) return;
  const onDone = (): void => count(world.counts.goals, 'paused');
  const withdrawal = { kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null } as const;
  world.clock.after(chaosMs / 4, () => insist(world, bot, { command: withdrawal, onDone }));
  world.clock.after(chaosMs / 2, () =>
    insist(world, bot, { command: { kind: 'release', by: 'grant' }, onDone: () => undefined }),
  );
}

// Holds one bot in four at the level `rounds` or `entries` in the first half of the phase with faults. The hold has an end, is released, or lasts
// until the end of the run.
function planHold(world: World, bot: CheckedBot): void {
  const { chaosMs } = world.swarm;
  const chance = world.chance.fork(`hold of ${bot.botId}`);
  if (!chance.happens(0.25)) return;
  const level = chance.pick(['rounds', 'entries'] as const);
  const end = chance.pick(['time', 'release', 'none'] as const);
  const half = Math.round(chaosMs / 2);
  const [fromMs, forMs] = [chance.between(1, half), chance.between(1, half)];
  world.clock.after(fromMs, () => {
    const until = end === 'time' ? world.clock.now() + forMs : null;
    const hold = { kind: 'hold', by: 'user', level, reason: 'user', until } as const;
    insist(world, bot, { command: hold, onDone: () => count(world.counts.goals, 'held') });
  });
  if (end !== 'release') return;
  const release = { kind: 'release', by: 'user' } as const;
  world.clock.after(fromMs + forMs, () => insist(world, bot, { command: release, onDone: () => undefined }));
}

function insist(
  world: World,
  bot: CheckedBot,
  { command, onDone }: { readonly command: UserCommand; readonly onDone: () => void },
): void {
  const retry = (): void => void world.clock.after(retryMs, () => insist(world, bot, { command, onDone }));
  const process = processOf(world, bot.accountId);
  if (process === null) return retry();
  const { accountId, botId } = bot;
  const message = { kind: 'userCommand', accountId, botId, command, commandId: null } as const;
  let hasResult = false;
  world.trace(`${world.checks.now()} the owner of ${botId} sends ${JSON.stringify(command)}`);
  const ended = world.monitors.commanded(bot, command);
  process.engine.dispatch(message).then((result) => {
    hasResult = true;
    if (result === 'done' || result === 'refused') ended(result);
    if (result === 'done') onDone();
    else if (world.journal.contents.views.get(bot.botId)?.status !== 'completed') retry();
  }, retry);
  world.clock.after(patienceMs, () => {
    if (!hasResult) retry();
  });
}

/** Sends `setLast` several times within two seconds, and at the end the value that the bot had. Returns false when the bot does not trade. */
export function sendStorm(world: World, bot: CheckedBot, chance: SeededChance): boolean {
  const view = world.journal.contents.views.get(bot.botId);
  if (view?.status !== 'active') return false;
  const clicks = Array.from({ length: chance.between(2, 6) }, () => chance.happens(0.5));
  for (const isLast of [...clicks, view.isLast])
    world.clock.after(chance.between(0, stormMs), () => dispatchOnce(world, bot, { kind: 'setLast', isLast }));
  return true;
}

// Sends a command once. Its result counts only in the history of commands.
function dispatchOnce(world: World, { accountId, botId }: CheckedBot, command: UserCommand): void {
  const bot = world.checks.roster.byId(botId);
  const process = processOf(world, accountId);
  if (process === null || bot === undefined) return;
  const ended = world.monitors.commanded(bot, command);
  process.engine.dispatch({ kind: 'userCommand', accountId, botId, command, commandId: null }).then(
    (result) => {
      if (result === 'done' || result === 'refused') ended(result);
    },
    () => undefined,
  );
}

/** Plans the manual actions: users cancel single orders, and close, reduce or enlarge positions. */
export function planManualTrading(world: World): void {
  scheduleHabit(world, { name: 'user', meanMs: world.swarm.userActMs, act: cancelOne });
  scheduleHabit(world, { name: 'hand', meanMs: world.swarm.handTradeMs, act: tradeManually });
}

type Habit = {
  readonly name: string;
  readonly meanMs: number;
  readonly act: (world: World, bot: CheckedBot, chance: SeededChance) => void;
};

function scheduleHabit(world: World, habit: Habit, chance: SeededChance = world.chance.fork(habit.name)): void {
  if (habit.meanMs <= 0) return;
  world.clock.after(chance.exponential(habit.meanMs), () => {
    if (!world.isChaos) return;
    const bots = world.checks.roster.all.filter(({ after }) => after === null);
    const bot = bots[chance.between(0, bots.length - 1)];
    // The two habits have one name of an occurrence each, because chance draws the kind of a manual trade later.
    const name = habit.name === 'user' ? 'userCancel' : 'handReduce';
    if (bot !== undefined && world.occurrences.occurs(name, true, bot.botId)) habit.act(world, bot, chance);
    scheduleHabit(world, habit, chance);
  });
}

function cancelOne(world: World, bot: CheckedBot, chance: SeededChance): void {
  const resting = [...bot.market.orders.values()].filter(isLive);
  const order = resting[chance.between(0, Math.max(0, resting.length - 1))];
  if (order === undefined) return;
  if (!post(world, bot, { what: 'cancel-order', ordId: order.ordId })) return;
  countFault(world, 'userCancel');
  if (order.side !== (bot.config.direction === 'long' ? 'buy' : 'sell')) world.exitCancelled.add(bot.botId);
}

function tradeManually(world: World, bot: CheckedBot, chance: SeededChance): void {
  if (bot.market.position === 0n) return;
  const act = chance.pick(['close', 'reduce', 'add']);
  if (act === 'close' && closeAll(world, bot)) countFault(world, 'handClose');
  if (act === 'reduce' && closeThird(world, bot)) countFault(world, 'handReduce');
  if (act !== 'add') return;
  const before = world.interventions.get(bot.botId) ?? {};
  noteIntervention(world, bot.botId, { wasEnlarged: true });
  const side = bot.config.direction === 'long' ? 'buy' : 'sell';
  if (!trade(world, bot, { side, lots: sizeOf(bot) / 2n + 1n })) return noteIntervention(world, bot.botId, before);
  countFault(world, 'handAdd');
  world.clock.after(chance.between(enlargedForMs.from, enlargedForMs.to), () => insistOnClose(world, bot));
}

/** Closes the position of a market by hand. A request that the exchange refuses is repeated every 30 s while the position is open. */
export function insistOnClose(world: World, bot: CheckedBot): void {
  if (closeAll(world, bot) || bot.market.position === 0n) return;
  world.clock.after(closeRetryMs, () => {
    if (bot.market.position !== 0n) insistOnClose(world, bot);
  });
}

/** Closes a third of the position of a market by hand. Returns true when the exchange accepted the request. */
export function closeThird(world: World, bot: CheckedBot): boolean {
  const side = bot.config.direction === 'long' ? 'sell' : 'buy';
  return sizeOf(bot) > 2n && trade(world, bot, { side, lots: sizeOf(bot) / 3n + 1n });
}

function sizeOf({ market }: CheckedBot): bigint {
  return market.position < 0n ? -market.position : market.position;
}

function trade(
  world: World,
  bot: CheckedBot,
  order: { readonly side: 'buy' | 'sell'; readonly lots: bigint },
): boolean {
  return post(world, bot, { what: 'order', ...orderOf(world, bot, order) });
}

/** Closes the position of a market by hand, together with its closing orders. Returns true when the exchange accepted the request. */
export function closeAll(world: World, bot: CheckedBot): boolean {
  return post(world, bot, { what: 'close-position', mgnMode: 'cross', posSide: sideOf(world, bot), autoCxl: true });
}

function sideOf(world: World, bot: CheckedBot): string {
  return world.swarm.posMode === 'net_mode' ? 'net' : bot.config.direction;
}

function orderOf(
  world: World,
  bot: CheckedBot,
  { side, lots }: { readonly side: 'buy' | 'sell'; readonly lots: bigint },
): Readonly<Record<string, string>> {
  const perContract = 10n ** BigInt(bot.config.instrument.lotSz.scale);
  const digits = (lots % perContract).toString().padStart(bot.config.instrument.lotSz.scale, '0');
  return {
    tdMode: 'cross',
    side,
    posSide: sideOf(world, bot),
    ordType: 'market',
    sz: `${lots / perContract}.${digits}`,
  };
}

type SignedRequest = { readonly what: string } & Readonly<Record<string, unknown>>;

// Sends a signed request. Returns true when the exchange accepted the request.
function post(world: World, bot: CheckedBot, { what, ...fields }: SignedRequest): boolean {
  const keys = world.keys.get(bot.accountId);
  if (keys === undefined) return false;
  const body = JSON.stringify({ instId: bot.config.instrument.id, ...fields });
  const timestamp = new Date(world.clock.now()).toISOString();
  const path = `/api/v5/trade/${what}`;
  const sign = createHmac('sha256', keys.secretKey).update(`${timestamp}POST${path}${body}`).digest('base64');
  const response = world.core.request({
    method: 'POST',
    path,
    body,
    headers: {
      'ok-access-key': keys.apiKey,
      'ok-access-passphrase': keys.passphrase,
      'ok-access-timestamp': timestamp,
      'ok-access-sign': sign,
    },
  });
  world.trace(`${world.checks.now()} by hand: ${what} ${body} ${JSON.stringify(response.json).slice(0, 160)}`);
  world.core.flush();
  follow(world);
  return response.json.code === '0';
}
