// One run: the real engine and client against the exchange in memory, under a virtual clock and the faults of a seed.
import { createHmac } from 'node:crypto';
import type { Log } from '@rondo/engine';
import { createExchangeCore, type ExchangeCore } from '@rondo/sandbox';
import {
  createMemoryJournal,
  createVirtualClock,
  seededChance,
  type MemoryJournal,
  type SeededChance,
  type VirtualClock,
} from '@rondo/testkit';
import { checkArrival, checkExchange, type CheckParts, type Violation } from './checkers.ts';
import { botRow } from './bot-row.ts';
import { count, newCounts, type Counts } from './counts.ts';
import type { Defect } from './defects.ts';
import type { NetworkParts, WireWatch } from './network.ts';
import { startProcess, type EngineProcess } from './engine-life.ts';
import { checkQuiescence } from './quiescence.ts';
import { drawSwarm, type Swarm } from './swarm.ts';
import { followTruth, isLive, type Truth } from './truth.ts';
import { createSocketWatch } from './socket-watch.ts';

export type RunOptions = {
  readonly defect?: Defect | null;
  readonly trace?: (line: string) => void;
  /** Conditions that are set and not drawn. */
  readonly swarm?: Partial<Swarm>;
  /** Cuts all sockets of the process this often while faults are on. */
  readonly cutSocketsEveryMs?: number;
  /** Faults begin this long after the start. */
  readonly calmMs?: number;
};

export type RunResult = {
  readonly swarm: Swarm;
  readonly violations: readonly Violation[];
  readonly counts: Counts;
  /** Fills the exchange made. */
  readonly fills: number;
  /** A text that two runs of one seed share to the last character. */
  readonly fingerprint: string;
};

const startAt = Date.UTC(2026, 0, 5);
const accountId = 'account-1';
const instId = 'ETH-USDT-SWAP';
const bot = { botId: 'bot-1', botNumber: 1 };
const firstPrice = 2_600;
const marketStepMs = 1_000;
const movingHealMs = 10_000;
const keyedHash = (text: string): string => createHmac('sha256', 'simulation').update(text).digest('hex');

type World = {
  readonly swarm: Swarm;
  readonly core: ExchangeCore;
  readonly clock: VirtualClock;
  readonly chance: SeededChance;
  readonly journal: MemoryJournal;
  readonly truth: Truth;
  readonly counts: Counts;
  readonly checks: CheckParts;
  readonly network: NetworkParts;
  readonly trace: (line: string) => void;
  readonly defect: Defect | null;
  readonly epochs: { newest: bigint };
  isChaos: boolean;
  process: EngineProcess | null;
  lives: number;
  wasStopped: boolean;
  readonly lostIds: Set<string>; // client ids of orders whose answer was lost
};

/** Runs one seed to the end of its healing phase. */
export async function runSeed(seed: string, options: RunOptions = {}): Promise<RunResult> {
  const violations: Violation[] = [];
  const world = buildWorld(
    { ...drawSwarm(seed), ...options.defect?.swarm, ...options.swarm },
    {
      ...options,
      report: (violation) => {
        if (!violations.some((each) => each.text === violation.text)) violations.push(violation);
        options.trace?.(`VIOLATION ${violation.invariant} ${violation.text}`);
      },
    },
  );
  world.journal.addBot(botRow(world.swarm, { ...bot, accountId, instrumentId: instId, createdAt: startAt }));
  beginMarket(world);
  beginProcess(world);
  planKills(world);
  planWishes(world);
  planUserActs(world);
  const calmMs = options.calmMs ?? 0;
  world.isChaos = calmMs === 0;
  await world.clock.runUntil(startAt + calmMs);
  world.isChaos = true;
  planCuts(world, options.cutSocketsEveryMs ?? 0);
  await world.clock.runUntil(startAt + world.swarm.chaosMs);
  world.isChaos = false;
  options.trace?.('--- healing');
  await world.clock.runUntil(startAt + world.swarm.chaosMs + world.swarm.healMs);
  checkQuiescence(world.checks, { ...bot, wasStopped: world.wasStopped, stopCloses: world.swarm.stopCloses });
  countGoals(world);
  const ended = world.journal.contents.views.get(bot.botId);
  world.process?.engine.stop().catch(() => undefined);
  return {
    swarm: world.swarm,
    violations,
    counts: world.counts,
    fills: world.truth.fills.length,
    fingerprint: keyedHash(`${ended?.state}${world.truth.fills.length}${world.journal.contents.intents.size}`).slice(
      0,
      16,
    ),
  };
}

function buildWorld(swarm: Swarm, options: RunOptions & { readonly report: (violation: Violation) => void }): World {
  const clock = createVirtualClock(startAt);
  const chance = seededChance(swarm.seed);
  const core = createExchangeCore({
    seed: 1,
    clock,
    speed: 0,
    accounts: [{ usdt: '10000', posMode: swarm.posMode, environment: 'live' }],
  });
  const truth = followTruth(core);
  truth.follow(clock.now());
  const journal = createMemoryJournal(clock);
  const counts = newCounts();
  const trace = options.trace ?? (() => undefined);
  const checks: CheckParts = {
    truth,
    journal: journal.contents,
    keyedHash,
    direction: swarm.direction,
    now: () => clock.now() - startAt,
    report: options.report,
  };
  const isChaos = (): boolean => world.isChaos;
  const calm = {
    dropRequest: 0,
    dropAnswer: 0,
    brokenAnswer: 0,
    outage: 0,
    duplicatePush: 0,
    meanDelayMs: 20,
    socketGapMs: 0,
  };
  const network: NetworkParts = {
    core,
    clock,
    chance: chance.fork('network'),
    counts,
    watch: watchWire(() => world),
    faults: () => (isChaos() ? swarm : calm),
  };
  const world: World = {
    swarm,
    core,
    clock,
    chance,
    journal,
    truth,
    counts,
    checks,
    network,
    trace,
    defect: options.defect ?? null,
    epochs: { newest: 0n },
    isChaos: true,
    process: null,
    lives: 0,
    wasStopped: false,
    lostIds: new Set(),
  };
  return world;
}

function watchWire(world: () => World): WireWatch {
  const sockets = createSocketWatch(() => world());
  return {
    arrived(request, body) {
      const { trace, checks } = world();
      if (request.method !== 'POST') return;
      trace(`${checks.now()} > ${new URL(request.url).pathname} ${request.body}`);
      if (!request.url.endsWith('/trade/order')) return;
      for (const row of Array.isArray(body) ? body : [body])
        checkArrival(checks, row as Record<string, unknown>, { tickUnits: 2, lotUnits: 2 }); // bodies of orders are JSON objects
    },
    answerLost: (request) => {
      const id = /"clOrdId":"(\w+)"/.exec(request.body ?? '')?.[1];
      if (id !== undefined && request.url.endsWith('/trade/order')) world().lostIds.add(id);
    },
    touched: () => follow(world()),
    ...sockets,
  };
}

function follow(world: World): void {
  const changed = world.truth.follow(world.clock.now());
  for (const order of changed.orders)
    world.trace(
      `${world.checks.now()} = ${order.clOrdId} ${order.state} ${order.side} ${order.filledLots}/${order.lots} at ${order.ticks}`,
    );
  checkExchange(world.checks, changed);
}

function beginMarket(world: World): void {
  const walk = world.chance.fork('market');
  let price = firstPrice;
  let jumpAt =
    world.swarm.jumpMs > 0 ? world.clock.now() + walk.exponential(world.swarm.jumpMs) : Number.POSITIVE_INFINITY;
  const move = (): void => {
    const isMoving = world.isChaos || world.clock.now() < startAt + world.swarm.chaosMs + movingHealMs;
    if (isMoving) {
      price *= 1 + (walk.next() + walk.next() + walk.next() - 1.5) * 2 * world.swarm.volatility;
      if (world.clock.now() >= jumpAt && world.isChaos) {
        count(world.counts.faults, 'priceJump');
        price *= 1 + (walk.next() - 0.5) * 0.02;
        jumpAt = world.clock.now() + walk.exponential(world.swarm.jumpMs);
      }
      world.core.advance({ instId, prices: [price.toFixed(2)] });
    }
    world.core.step();
    follow(world);
    world.clock.after(marketStepMs, move);
  };
  move();
}

function beginProcess(world: World): void {
  const keys = world.core.accounts[0];
  if (keys === undefined) throw new Error('the exchange has no account');
  world.lives += 1;
  const name = `node-${world.lives}`;
  const log: Log = {
    write: (level, event, fields) =>
      level === 'debug'
        ? undefined
        : world.trace(`${world.checks.now()} ${level} ${event} ${JSON.stringify(fields ?? {})}`),
  };
  world.process = startProcess({
    name,
    accountId,
    keys,
    clock: world.clock,
    chance: world.chance.fork(name),
    journal: world.journal,
    network: world.network,
    checks: world.checks,
    counts: world.counts,
    keyedHash,
    log,
    defect: world.defect,
    epochs: world.epochs,
    onDeath: () => {
      world.trace(`${world.checks.now()} KILLED ${name}`);
      const chance = world.chance.fork(`${name}/death`);
      // Most deaths free the lease at once; after the others it has to run out.
      if (chance.happens(0.7)) world.journal.disconnect(name);
      world.process = null;
      world.clock.after(chance.between(300, 6_000), () => beginProcess(world));
    },
  });
}

function planKills(world: World): void {
  const chance = world.chance.fork('kills');
  if (world.swarm.killMs <= 0) return;
  const next = (): void => {
    world.clock.after(chance.exponential(world.swarm.killMs) + marketStepMs, () => {
      if (!world.isChaos) return;
      world.process?.doom();
      next();
    });
  };
  next();
}

function planCuts(world: World, everyMs: number): void {
  if (everyMs <= 0) return;
  world.clock.after(everyMs, () => {
    if (!world.isChaos) return;
    count(world.counts.faults, 'socketGap');
    world.process?.cutSockets();
    planCuts(world, everyMs);
  });
}

function planWishes(world: World): void {
  const { stopAfterMs, setsLast, stopCloses } = world.swarm;
  const insist = (order: Parameters<EngineProcess['engine']['command']>[1], onDone: () => void): void => {
    const retry = (): void => void world.clock.after(2 * marketStepMs, () => insist(order, onDone));
    if (world.process === null) return retry();
    let isAnswered = false;
    world.process.engine.command(bot.botId, order).then((answer) => {
      isAnswered = true;
      if (answer === 'done') onDone();
      else if (world.journal.contents.views.get(bot.botId)?.status !== 'completed') retry();
    }, retry);
    const patienceMs = 10 * marketStepMs;
    world.clock.after(patienceMs, () => {
      if (!isAnswered) retry();
    });
  };
  if (setsLast)
    world.clock.after(world.swarm.chaosMs / 3, () => insist({ kind: 'setLast', isLast: true }, () => undefined));
  if (stopAfterMs === null) return;
  world.clock.after(stopAfterMs, () =>
    insist({ kind: 'stop', closePosition: stopCloses }, () => {
      world.wasStopped = true;
      if ([...world.journal.contents.intents.values()].some((intent) => intent.state === 'unknown'))
        count(world.counts.goals, 'stopDuringUnknown');
    }),
  );
}

// A person cancels one resting order with a tool of their own.
function planUserActs(world: World, chance: SeededChance = world.chance.fork('user')): void {
  if (world.swarm.userActMs <= 0) return;
  world.clock.after(chance.exponential(world.swarm.userActMs), () => {
    if (!world.isChaos) return;
    const resting = [...world.truth.orders.values()].filter(isLive);
    const order = resting[chance.between(0, Math.max(0, resting.length - 1))];
    if (order !== undefined) cancelByHand(world, order.ordId);
    planUserActs(world, chance);
  });
}

function cancelByHand(world: World, ordId: string): void {
  const keys = world.core.accounts[0];
  if (keys === undefined) return;
  const body = JSON.stringify({ instId, ordId });
  const timestamp = new Date(world.clock.now()).toISOString();
  const path = '/api/v5/trade/cancel-order';
  const sign = createHmac('sha256', keys.secretKey).update(`${timestamp}POST${path}${body}`).digest('base64');
  const answer = world.core.request({
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
  world.trace(`${world.checks.now()} user cancels ${ordId}: ${answer.json.code}`);
  if (answer.json.code === '0') count(world.counts.faults, 'userCancel');
  world.core.flush();
  follow(world);
}

function countGoals(world: World): void {
  const { goals } = world.counts;
  const view = world.journal.contents.views.get(bot.botId);
  const lines = world.journal.contents.logs.map((line) => line.messageKey);
  const rounds = lines.filter((key) => key === 'bots.log.roundCompleted').length;
  for (let index = 0; index < rounds; index += 1) count(goals, 'roundCompleted');
  if (rounds >= 3) count(goals, 'threeRounds');
  if (lines.includes('bots.log.cycleCompleted')) count(goals, 'cycleCompleted');
  const lastStep = String(world.swarm.martinSteps);
  if (
    world.journal.contents.logs.some(
      (line) => line.messageKey === 'bots.log.stepFilled' && line.parameters['step'] === lastStep,
    )
  )
    count(goals, 'ladderFilled');
  if (view?.endReason === 'stopped_closed') count(goals, 'stopClosed');
  if (view?.endReason === 'stopped_left_open') count(goals, 'stopLeft');
  for (const intent of world.journal.contents.intents.values()) {
    const order = [...world.truth.orders.values()].find((each) => each.clOrdId === intent.clientId);
    const isRaced = intent.evidence === 'filled' || (intent.verb === 'cancel' && order?.state === 'filled');
    if (intent.verb !== 'place' && isRaced) count(goals, 'cancelRaced');
    if (
      intent.verb === 'place' &&
      intent.evidence.startsWith('told') &&
      order !== undefined &&
      order.filledLots > 0n &&
      world.lostIds.has(intent.clientId)
    )
      count(goals, 'answerLostThenFilled');
  }
}
