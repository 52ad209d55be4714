// The scene of the tests of changed instruments: a world with two bots on different instruments, in which the first bot has a position with exits.
import {
  compareDecimals,
  decimal,
  decimalOf,
  formatDecimal,
  isZero,
  multiply,
  subtract,
  add,
  zero,
  lots,
  sizeOf,
  type Decimal,
} from '@rondo/decimal';
import { decodeState, dustOf } from '@rondo/strategy';
import { expect } from 'vitest';
import type { Violation } from './checks/checkers.ts';
import { isLive } from './checks/truth.ts';
import { drawSwarm, type Swarm } from './faults/swarm.ts';
import { stillMarket } from './scenarios/still-market.ts';
import { castOf } from './world/cast.ts';
import type { Cast } from './world/cast-bot.ts';
import { beginProcesses } from './world/machines.ts';
import { buildWorld, follow, type World } from './world/world.ts';

const second = 1_000;
const eth = 'ETH-USDT-SWAP';
const btc = 'BTC-USDT-SWAP';

/** The conditions of a scene. Its prices move only when the test moves them. */
const still: Partial<Swarm> = { ...stillMarket, creditPercent: '100', reenters: true };

/** A world whose time and prices the test controls. `change` changes the instrument of the first bot, or announces the change. */
export type Scene = {
  readonly world: World;
  readonly violations: readonly Violation[];
  pass(seconds: number): Promise<void>;
  price(value: string): Promise<void>;
  change(rules: Readonly<Record<string, string>>): void;
};

type Rules = Readonly<Record<'tickSz' | 'lotSz' | 'minSz', string>>;

/** Opens a world whose first bot was created with these rules. The exchange has the rules too. */
function open(direction: 'long' | 'short', rules: Rules, changes: Partial<Swarm> = {}): Scene {
  const violations: Violation[] = [];
  const swarm = { ...drawSwarm('1'), ...still, ...changes, direction };
  const world = buildWorld(swarm, {
    report: (violation) => void violations.push(violation),
    castOf: (drawn) => withRules(castOf(drawn), rules),
  });
  world.isChaos = false;
  const step = (): void => {
    world.core.step();
    follow(world);
    world.clock.after(second, step);
  };
  world.core.advance({ instId: eth, prices: ['2600.00'] });
  world.core.advance({ instId: btc, prices: ['68000.0'] });
  world.core.administer('instruments', { instId: eth, suspendMs: '0', ...rules });
  step();
  beginProcesses(world);
  return {
    world,
    violations,
    pass: (seconds) => world.clock.runUntil(world.clock.now() + seconds * second),
    async price(value) {
      // An order fills in at most three parts, with one part at each price change, so after three changes every reached order has filled.
      expect(world.core.advance({ instId: eth, prices: [value, value, value] })).toMatchObject({ ok: true });
      world.core.step();
      follow(world);
      await world.clock.runUntil(world.clock.now() + 3 * second);
    },
    change(rules) {
      expect(world.core.administer('instruments', { instId: eth, suspendMs: '0', ...rules })).toBe(true);
    },
  };
}

function withRules(cast: Cast, rules: Rules): Cast {
  const [first, ...others] = cast.bots;
  if (first === undefined) return cast;
  const parsed = { tickSz: decimal(rules.tickSz), lotSz: decimal(rules.lotSz), minSz: decimal(rules.minSz) };
  const instrument = { ...first.config.instrument, ...parsed };
  return { ...cast, bots: [{ ...first, config: { ...first.config, instrument } }, ...others] };
}

/** Returns the first bot of the scene. */
export function firstBot({ world }: Scene) {
  const bot = world.checks.roster.all[0];
  if (bot === undefined) throw new Error('The cast has no bot.');
  return bot;
}

/** Returns the stored state of the first bot. */
export function stateOf(scene: Scene) {
  const view = scene.world.journal.contents.views.get(firstBot(scene).botId);
  if (view === undefined) throw new Error('The bot has no view.');
  return decodeState(JSON.parse(view.state));
}

const lotSz = decimal('0.01');
const contracts = (value: bigint): Decimal => sizeOf(lots(value), lotSz);

/** The contracts of the position, of the exits that rest, and of the declared dust. */
export function coverOf(scene: Scene) {
  const { market, config } = firstBot(scene);
  const exitSide = config.direction === 'long' ? 'sell' : 'buy';
  const exits = [...market.orders.values()].filter((order) => isLive(order) && order.side === exitSide);
  const state = stateOf(scene);
  const size = market.position < 0n ? -market.position : market.position;
  return {
    position: contracts(size),
    exits: exits.reduce((sum, order) => add(sum, contracts(order.lots - order.filledLots)), zero),
    dust: sizeOf(lots(dustOf(state)), state.config.instrument.lotSz),
    prices: [...market.orders.values()]
      .filter(isLive)
      .flatMap(({ ticks }) => (ticks === undefined ? [] : [multiply(decimalOf(ticks), decimal('0.01'))])),
    sizes: exits.map((order) => contracts(order.lots)),
  };
}

/** Expects that each contract of the position has an exit or is declared as dust, and returns the figures. */
export function expectCovered(scene: Scene): ReturnType<typeof coverOf> {
  const cover = coverOf(scene);
  const open = subtract(cover.position, add(cover.exits, cover.dust));
  expect({ ...shown(cover), uncovered: formatDecimal(open) }).toMatchObject({
    uncovered: expect.stringMatching(/^0(\.0+)?$/),
  });
  return cover;
}

function shown({ position, exits, dust }: ReturnType<typeof coverOf>) {
  return { position: formatDecimal(position), exits: formatDecimal(exits), dust: formatDecimal(dust) };
}

/** Returns whether a price or a size is a whole number of steps. */
export function isMultiple(value: Decimal, step: string): boolean {
  const scale = 8;
  const units = (one: Decimal): bigint => BigInt(Math.round(Number(formatDecimal(one)) * 10 ** scale));
  return units(value) % units(decimal(step)) === 0n;
}

const opened = { long: ['2592.00', '2576.00'], short: ['2608.00', '2624.00'] } as const;

/** Returns a scene whose first bot has a position, and an exit for each of its lots. */
export async function inMidRound(
  direction: 'long' | 'short',
  rules: Rules = fine,
  changes: Partial<Swarm> = {},
): Promise<Scene> {
  const scene = open(direction, rules, changes);
  await scene.pass(8);
  for (const value of opened[direction]) await scene.price(value);
  await scene.pass(8);
  const cover = expectCovered(scene);
  expect(isZero(cover.position)).toBe(false);
  // The sandbox may fill an order in part with a size between two size steps.
  expect(compareDecimals(cover.dust, decimal(rules.minSz))).toBe(-1);
  return scene;
}

/** Returns the orders of the bots on other instruments. */
export function ordersOfOthers({ world }: Scene): readonly string[] {
  return world.checks.roster.all
    .slice(1)
    .flatMap(({ market }) =>
      [...market.orders.values()].map(({ clOrdId, state, lots: size }) => `${clOrdId} ${state} ${size}`),
    );
}

/** The rules with small steps, and the rules with steps that are ten times as large. */
export const fine: Rules = { tickSz: '0.01', lotSz: '0.01', minSz: '0.01' };
export const coarse: Rules = { tickSz: '0.1', lotSz: '0.1', minSz: '0.1' };
export const directions = ['long', 'short'] as const;

/** The client ids of the exits that rest. */
export function exitIdsOf(scene: Scene): readonly string[] {
  const { market, config } = firstBot(scene);
  const exitSide = config.direction === 'long' ? 'sell' : 'buy';
  return [...market.orders.values()]
    .filter((order) => isLive(order) && order.side === exitSide)
    .map(({ clOrdId }) => clOrdId);
}

/** Returns how many entries and exits of the first bot rest. */
export function restingOf(scene: Scene): { readonly entries: number; readonly exits: number } {
  const { market, config } = firstBot(scene);
  const entrySide = config.direction === 'long' ? 'buy' : 'sell';
  const live = [...market.orders.values()].filter(isLive);
  const entries = live.filter(({ side }) => side === entrySide).length;
  return { entries, exits: live.length - entries };
}

/** The prices of the trigger orders that rest. */
export const stopsOf = (scene: Scene): readonly Decimal[] =>
  [...firstBot(scene).market.triggers.values()].flatMap(({ state, stopLossTicks }) =>
    state === 'live' && stopLossTicks !== undefined ? [multiply(decimalOf(stopLossTicks), decimal('0.01'))] : [],
  );

/** Returns the keys of the log lines of a bot. */
export const linesOf = ({ world }: Scene, botId: string): readonly string[] =>
  world.journal.contents.logs.filter((line) => line.botId === botId).map(({ messageKey }) => messageKey);
