// A story: two bots trade without faults on prices that move every 90 seconds, so every order rests before the next move. The variants of a
// story differ in one property that must not change the results, or that must mirror the results (reliability 3.5).
import { decimal, percent, percentToRatio, ratio, formatDecimal, type Decimal } from '@rondo/decimal';
import { parseClientOrderId, signalCommandId } from '@rondo/engine';
import { decodeState, netRealised, openSize } from '@rondo/strategy';
import { botConfig, ethSwap, seededChance } from '@rondo/testkit';
import type { Violation } from '../checks/checkers.ts';
import type { CheckedBot } from '../checks/roster.ts';
import { isLive } from '../checks/truth.ts';
import { noRareFaults } from '../faults/rare-faults.ts';
import { calm, drawSwarm, type Swarm } from '../faults/swarm.ts';
import { btcSwap, firstPrices } from '../world/cast.ts';
import type { Cast, CastBot } from '../world/cast-bot.ts';
import { beginProcesses, processOf } from '../world/machines.ts';
import { buildWorld, follow, keyedHash, type World } from '../world/world.ts';

/** `isMirrored`: a short bot trades on the mirrored prices. `parts`: each fill of a resting order comes in this number of parts. */
export type Variant = {
  readonly isMirrored?: boolean;
  readonly parts?: number;
  /** The share of the pushed messages that arrive after the next message, and the share of the requests that are slow. */
  readonly reorderPush?: number;
  readonly meanDelayMs?: number;
  /** With true, complete cycles do not move the base exit. */
  readonly isWithoutCredit?: boolean;
};

/** The fills or the open part of the orders of one slot: the side, the lots, and the sum of the prices times the lots. */
export type StoryOrder = { readonly slot: string; readonly side: string; readonly lots: bigint; readonly cost: bigint };

/** The result of a story for one bot. `resting` are its open orders. */
export type StoryEnd = {
  readonly orders: readonly StoryOrder[];
  readonly resting: readonly StoryOrder[];
  readonly position: bigint;
  readonly profit: Decimal;
  readonly rounds: number;
};

/** The ends of all bots, and the violations of the invariants. */
export type Story = { readonly ends: readonly StoryEnd[]; readonly violations: readonly Violation[] };

const second = 1_000;
const moveEveryMs = 90 * second;
/** The price moves in this grid. The levels of a ladder of 0.23 % are not in the grid, so a price is on the same side of a level and of its mirrored level. */
const gridShare = 0.0005;
const offGridShare = 0.0002;
/** The number of steps of the grid in one move, at most. */
const longestMove = 6;
/** After each move the exchange gets the same price again this number of times, because an order can fill in parts at one price each. */
const echoes = 15;
/** The owners open the next round this long after a move. A round that opens by itself would open at a price that depends on the delays. */
const signalAfterMs = 60 * second;
/** After a signal the exchange gets the same price this number of times, because a round opens only at a fresh price (I07). */
const freshPrices = 5;
/** A signal of a story ends long after its opening, so the delays of a variant do not decide whether the opening is undone. */
const signalValidMs = 3_600_000;

const conditions: Partial<Swarm> = {
  ...calm,
  rare: noRareFaults,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  purse: 'ample',
  hasFunding: false,
  stopAfterMs: null,
  setsLast: false,
};

/** Runs one story. Two variants of one seed have the same market, except that a mirrored market moves to the other side. */
export async function runStory(seed: string, moves: number, variant: Variant = {}): Promise<Story> {
  const violations: Violation[] = [];
  const { isMirrored = false, parts = 1, reorderPush = 0, meanDelayMs = calm.meanDelayMs } = variant;
  const swarm: Swarm = {
    ...drawSwarm(seed),
    ...conditions,
    posMode: 'long_short_mode',
    meanDelayMs,
    rare: { ...noRareFaults, reorderPush },
  };
  const world = buildWorld(swarm, {
    report: (violation) => void violations.push(violation),
    castOf: () => castOfStory(seed, variant),
  });
  if (parts > 1) world.core.administer('faults', { kind: 'partial', parts, count: Number.MAX_SAFE_INTEGER });
  step(world);
  const prices = pricesOf(seed, moves, isMirrored);
  setPrice(world, prices[0] ?? 0);
  beginProcesses(world);
  for (const share of prices) await move(world, share);
  const ends = world.checks.roster.all.map((bot) => endOf(world, bot));
  for (const { process } of world.machines) process?.engine.stop().catch(() => undefined);
  return { ends, violations };
}

// Two accounts with one bot each on two instruments, so that the events of one bot are independent of the events of the other.
function castOfStory(seed: string, variant: Variant): Cast {
  const chance = seededChance(seed).fork('story');
  const accountIds = ['account-1', 'account-2'];
  return {
    accounts: accountIds.map((accountId) => ({ accountId, usdt: '10000' })),
    bots: accountIds.map((accountId, index) =>
      botOf(accountId, index + 1, { ...variant, steps: chance.between(3, 5) }),
    ),
  };
}

function botOf(accountId: string, botNumber: number, of: Variant & { readonly steps: number }): CastBot {
  const share = percentToRatio(percent('0.23'));
  const config = botConfig({
    direction: of.isMirrored === true ? 'short' : 'long',
    allocation: decimal('2000'),
    investmentRatio: ratio(5n, 10n),
    leverage: decimal('5'),
    martinSteps: of.steps,
    cyclicSteps: of.steps - 2,
    stepDistance: share,
    takeProfit: share,
    cycleCredit: ratio(of.isWithoutCredit === true ? 0n : 1n, 1n),
    instrument: botNumber === 1 ? ethSwap : btcSwap,
    autoReentry: true,
    waitsForSignal: true,
  });
  return {
    botId: `bot-${botNumber}`,
    botNumber,
    accountId,
    config,
    stopAfterMs: null,
    stopCloses: true,
    setsLast: false,
  };
}

function pricesOf(seed: string, moves: number, isMirrored: boolean): readonly number[] {
  const chance = seededChance(seed).fork('story prices');
  let level = 0;
  return Array.from({ length: moves }, () => {
    level += chance.between(-longestMove, longestMove);
    const share = level * gridShare + offGridShare;
    return isMirrored ? -share : share;
  });
}

function step(world: World): void {
  world.core.step();
  follow(world);
  world.clock.after(second, () => step(world));
}

async function move(world: World, share: number): Promise<void> {
  const beganAt = world.clock.now();
  await holdPrice(world, share, echoes);
  await world.clock.runUntil(beganAt + signalAfterMs);
  for (const bot of world.checks.roster.all) signal(world, bot);
  await holdPrice(world, share, freshPrices);
  await world.clock.runUntil(beganAt + moveEveryMs);
}

async function holdPrice(world: World, share: number, times: number): Promise<void> {
  setPrice(world, share);
  for (let sent = 0; sent < times; sent += 1) {
    await world.clock.pass(second);
    setPrice(world, share);
  }
}

function signal(world: World, { accountId, botId }: CheckedBot): void {
  if (world.journal.contents.views.get(botId)?.phase !== 'waiting_for_signal') return;
  const closedAt = world.clock.now();
  const source = { ruleKey: 'story', instrument: botId, bar: null, closedAt, values: {}, readingHash: '' };
  const command = { kind: 'signal', stepDistance: null, validUntil: closedAt + signalValidMs, source } as const;
  const commandId = signalCommandId(botId, closedAt);
  const message = { kind: 'userCommand', accountId, botId, command, commandId } as const;
  processOf(world, accountId)
    ?.engine.dispatch(message)
    .catch(() => undefined);
}

// Both instruments have the same price in parts of their first price.
function setPrice(world: World, share: number): void {
  for (const { config } of world.checks.roster.all) {
    const { id, tickSz } = config.instrument;
    const price = (firstPrices[id] ?? 1) * Math.exp(share);
    world.core.advance({ instId: id, prices: [price.toFixed(tickSz.scale)] });
  }
  follow(world);
}

function endOf(world: World, bot: CheckedBot): StoryEnd {
  const view = world.journal.contents.views.get(bot.botId);
  if (view === undefined) throw new Error(`The journal has no view of ${bot.botId}.`);
  const state = decodeState(JSON.parse(view.state));
  const orders = new Map<string, StoryOrder>();
  for (const { clOrdId, side, lots, ticks } of bot.market.fills) {
    const slot = slotName(clOrdId);
    const known = orders.get(slot) ?? { slot, side, lots: 0n, cost: 0n };
    orders.set(slot, { ...known, lots: known.lots + lots, cost: known.cost + lots * ticks });
  }
  const live = [...bot.market.orders.values()].filter(isLive);
  return {
    orders: [...orders.values()].toSorted(bySlot),
    resting: live
      .map(({ clOrdId, side, lots, filledLots, ticks }) => ({
        slot: slotName(clOrdId),
        side,
        lots: lots - filledLots,
        cost: (lots - filledLots) * (ticks ?? 0n),
      }))
      .toSorted(bySlot),
    position: BigInt(openSize(state)),
    profit: netRealised(state),
    rounds: view.round,
  };
}

// The generation of an order is not a part of the name, because a fill in parts can need one more order.
function slotName(clientId: string): string {
  const slot = parseClientOrderId(clientId, keyedHash);
  return slot === null ? 'by hand' : `${slot.round}/${slot.kind}/${slot.step}`;
}

function bySlot(a: StoryOrder, b: StoryOrder): number {
  return a.slot < b.slot ? -1 : 1;
}

/** Returns every number of an end as text. */
export function textOf({ orders, resting, position, profit, rounds }: StoryEnd): string {
  const line = ({ slot, side, lots, cost }: StoryOrder): string => `${slot} ${side} ${lots} for ${cost}`;
  const money = `position ${position}, profit ${formatDecimal(profit)}, rounds ${rounds}`;
  return [...orders.map(line), 'resting', ...resting.map(line), money].join('\n');
}

/**
 * Returns the fills and the resting orders of an end without prices and sizes, because the ladders of a long and of a short bot have
 * slightly different distances. With `isMirrored`, each side is the other side.
 */
export function shapeOf({ orders, resting, position, rounds }: StoryEnd, isMirrored: boolean): string {
  const isBuy = (side: string): boolean => (side === 'buy') !== isMirrored;
  const line = ({ slot, side }: StoryOrder): string => `${slot} ${isBuy(side) ? 'buy' : 'sell'}`;
  return [...orders.map(line), 'resting', ...resting.map(line), `${position === 0n}, rounds ${rounds}`].join('\n');
}
