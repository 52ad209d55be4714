// Tests that the exchange may change the rules of an instrument in mid-round: every position keeps its exits, or its dust is declared, within
// ten seconds, and the bots on other instruments are not touched (strategy 3.8).
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
  type Decimal,
} from '@rondo/decimal';
import { decodeState, dustOf, netRealised } from '@rondo/strategy';
import { sizeOf, lots } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { Violation } from './checks/checkers.ts';
import { isLive } from './checks/truth.ts';
import { calm, drawSwarm, type Swarm } from './faults/swarm.ts';
import { castOf } from './world/cast.ts';
import type { Cast } from './world/cast-bot.ts';
import { beginProcesses } from './world/machines.ts';
import { buildWorld, follow, type World } from './world/world.ts';

const second = 1_000;
const eth = 'ETH-USDT-SWAP';
const btc = 'BTC-USDT-SWAP';

const still: Partial<Swarm> = {
  ...calm,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  botCount: 2,
  purse: 'ample',
  hasFunding: false,
  martinSteps: 4,
  cyclicSteps: 2,
  stepDistancePercent: '0.3',
  takeProfitPercent: '0.3',
  stopLoss: null,
  creditPercent: '100',
  reenters: true,
  maxMarketSz: null,
  stopAfterMs: null,
  setsLast: false,
};

type Scene = {
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
      expect(world.core.advance({ instId: eth, prices: [value] })).toMatchObject({ ok: true });
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

function firstBot({ world }: Scene) {
  const bot = world.checks.roster.all[0];
  if (bot === undefined) throw new Error('The cast has no bot.');
  return bot;
}

function stateOf(scene: Scene) {
  const view = scene.world.journal.contents.views.get(firstBot(scene).botId);
  if (view === undefined) throw new Error('The bot has no view.');
  return decodeState(JSON.parse(view.state));
}

const lotSz = decimal('0.01');
const contracts = (value: bigint): Decimal => sizeOf(lots(value), lotSz);

/** The contracts of the position, of the exits that rest, and of the declared dust. */
function coverOf(scene: Scene) {
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

function expectCovered(scene: Scene): ReturnType<typeof coverOf> {
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

function isMultiple(value: Decimal, step: string): boolean {
  const scale = 8;
  const units = (one: Decimal): bigint => BigInt(Math.round(Number(formatDecimal(one)) * 10 ** scale));
  return units(value) % units(decimal(step)) === 0n;
}

const opened = { long: ['2592.00', '2576.00'], short: ['2608.00', '2624.00'] } as const;

async function inMidRound(
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

function ordersOfOthers({ world }: Scene): readonly string[] {
  return world.checks.roster.all
    .slice(1)
    .flatMap(({ market }) =>
      [...market.orders.values()].map(({ clOrdId, state, lots: size }) => `${clOrdId} ${state} ${size}`),
    );
}

const fine: Rules = { tickSz: '0.01', lotSz: '0.01', minSz: '0.01' };
const coarse: Rules = { tickSz: '0.1', lotSz: '0.1', minSz: '0.1' };
const directions = ['long', 'short'] as const;

test.each(directions)(
  'a larger price step in mid-round leaves every lot of a %s bot with an exit on the new step',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ tickSz: '0.1' });
    await scene.pass(10);
    const cover = expectCovered(scene);
    expect(isZero(cover.dust)).toBe(true);
    expect(cover.prices.filter((price) => !isMultiple(price, '0.1')).map(formatDecimal)).toEqual([]);
    expect(ordersOfOthers(scene)).toEqual(others);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expect(stateOf(scene).status).toBe('active');
    expect(stateOf(scene).roundsCompleted).toBeGreaterThan(0);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'a larger size step in mid-round leaves every lot of a %s bot with an exit or as declared dust',
  async (direction) => {
    const scene = await inMidRound(direction);
    scene.change({ lotSz: '0.1', minSz: '0.1' });
    await scene.pass(10);
    const cover = expectCovered(scene);
    expect(compareDecimals(cover.dust, decimal('0.1'))).toBe(-1);
    expect(cover.sizes.filter((size) => !isMultiple(size, '0.1')).map(formatDecimal)).toEqual([]);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expectCovered(scene);
    expect(stateOf(scene).status).toBe('active');
    expect(stateOf(scene).roundsCompleted).toBeGreaterThan(0);
  },
);

test.each(directions)(
  'smaller steps in mid-round leave every lot of a %s bot with an exit, and later fills are read on the smaller steps',
  async (direction) => {
    const scene = await inMidRound(direction, coarse);
    const others = ordersOfOthers(scene);
    scene.change(fine);
    await scene.pass(10);
    expectCovered(scene);
    expect(formatDecimal(stateOf(scene).config.instrument.tickSz)).toBe('0.01');
    expect(ordersOfOthers(scene)).toEqual(others);
    for (const { process } of scene.world.machines) process?.doom();
    await scene.pass(20);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.03' : '2560.03');
    await scene.pass(30);
    const state = stateOf(scene);
    expect(state.status).toBe('active');
    expect(state.roundsCompleted).toBeGreaterThan(0);
    const cover = expectCovered(scene);
    expect(isZero(cover.position)).toBe(false);
    expect(cover.sizes.some((size) => !isMultiple(size, '0.1'))).toBe(true);
  },
);

test.each(directions)(
  'a larger minimum size in mid-round drops the entries of a %s bot below it and keeps its exits',
  async (direction) => {
    const scene = await inMidRound(direction);
    scene.change({ minSz: '4' });
    await scene.pass(10);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expectCovered(scene);
  },
);

function restingOf(scene: Scene): { readonly entries: number; readonly exits: number } {
  const { market, config } = firstBot(scene);
  const entrySide = config.direction === 'long' ? 'buy' : 'sell';
  const live = [...market.orders.values()].filter(isLive);
  const entries = live.filter(({ side }) => side === entrySide).length;
  return { entries, exits: live.length - entries };
}

/** The prices of the trigger orders that rest. */
const stopsOf = (scene: Scene): readonly Decimal[] =>
  [...firstBot(scene).market.triggers.values()].flatMap(({ state, stopLossTicks }) =>
    state === 'live' && stopLossTicks !== undefined ? [multiply(decimalOf(stopLossTicks), decimal('0.01'))] : [],
  );

const linesOf = ({ world }: Scene, botId: string): readonly string[] =>
  world.journal.contents.logs.filter((line) => line.botId === botId).map(({ messageKey }) => messageKey);

test.each(directions)(
  'while trading is suspended, a %s bot keeps its exits and has no entry, and its round continues when trading resumes',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    await scene.price(direction === 'long' ? '2586.00' : '2614.00');
    const before = restingOf(scene);
    expect(before.entries).toBeGreaterThan(0);
    scene.change({ state: 'suspend' });
    await scene.pass(20);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: before.exits });
    expectCovered(scene);
    await scene.pass(100);
    scene.change({ state: 'live' });
    await scene.pass(10);
    expect(restingOf(scene)).toEqual(before);
    expectCovered(scene);
    expect(stateOf(scene).status).toBe('active');
    const { botId } = firstBot(scene);
    expect(linesOf(scene, botId)).toEqual(
      expect.arrayContaining(['bots.log.tradingHalted', 'bots.log.tradingResumed']),
    );
    expect(linesOf(scene, botId)).not.toContain('bots.log.orderRejected');
    expect(ordersOfOthers(scene)).toEqual(others);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'when a larger price step cancels orders and suspends trading for two minutes, a %s bot has its exits ten seconds after it',
  async (direction) => {
    const scene = await inMidRound(direction);
    scene.change({ tickSz: '0.1', suspendMs: '' });
    await scene.pass(120 + 10);
    const cover = expectCovered(scene);
    expect(isZero(cover.exits)).toBe(false);
    expect(cover.prices.filter((price) => !isMultiple(price, '0.1')).map(formatDecimal)).toEqual([]);
  },
);

test.each(directions)(
  'when a larger price step cancels the stop loss of a %s bot, the stop loss rests at the new price step ten seconds after the suspension',
  async (direction) => {
    const scene = await inMidRound(direction, fine, { stopLoss: { percent: '27', endsBot: true } });
    const [before] = stopsOf(scene);
    expect(before).toBeDefined();
    scene.change({ tickSz: '0.7', suspendMs: '' });
    expect(stopsOf(scene)).toEqual([]);
    await scene.pass(120 + 10);
    const stops = stopsOf(scene);
    expect(stops).toHaveLength(1);
    expect(stops.map((price) => isMultiple(price, '0.7'))).toEqual([true]);
    expectCovered(scene);
  },
);

test.each(directions)(
  'a %s bot on a pair that will be delisted finishes its round and opens no other',
  async (direction) => {
    const scene = await inMidRound(direction);
    scene.change({ expTime: String(scene.world.clock.now() + 86_400_000) });
    await scene.pass(5);
    expect(stateOf(scene).isLast).toBe(true);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.00' : '2560.00');
    await scene.pass(20);
    expect(stateOf(scene)).toMatchObject({ status: 'completed', completion: 'last_round' });
    expect(firstBot(scene).market.position).toBe(0n);
  },
);

test.each(directions)(
  'when the instrument of a %s bot expires in mid-round, the settlement is booked from the bill and the bot completes',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ state: 'expired', expTime: String(scene.world.clock.now()) });
    await scene.pass(10);
    const state = stateOf(scene);
    expect(state).toMatchObject({ status: 'completed', completion: 'expired', errorKey: null });
    const { botId, market } = firstBot(scene);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: 0 });
    const billed = market.bills.reduce((sum, bill) => sum + bill.change, 0n);
    expect(compareDecimals(netRealised(state), decimalOf(billed, 18))).toBe(0);
    await scene.pass(30);
    expect(scene.world.journal.contents.views.get(botId)?.status).toBe('completed');
    expect(linesOf(scene, botId)).toContain('bots.log.tradingEnded');
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);
