// Tests of announced changes of an instrument and of changes at special times: no entry is sent shortly before an announced change, and a
// change while the engine is down, a lower minimum size, and a market that accepts only orders that rest leave every position with its exits
// (strategy 3.8).
import { compareDecimals, formatDecimal, isZero, zero } from '@rondo/decimal';
import { expect, test } from 'vitest';
import {
  directions,
  exitIdsOf,
  expectCovered,
  fine,
  inMidRound,
  isMultiple,
  linesOf,
  firstBot,
  ordersOfOthers,
  restingOf,
  stateOf,
  type Scene,
} from './instrument-scene.ts';

type Direction = (typeof directions)[number];

/** Moves the price so that the exit of the last cyclic step fills. The bot then wants the entry of this step again. */
const fillCyclicExit = (scene: Scene, direction: Direction): Promise<void> =>
  scene.price(direction === 'long' ? '2586.00' : '2614.00');

/** Announces a larger price step for the time in 100 s, and returns 50 s later. */
async function announceTick(direction: Direction): Promise<Scene> {
  const scene = await inMidRound(direction);
  scene.change({ tickSz: '0.7', suspendMs: '0', inMs: '100000' });
  await scene.pass(50);
  return scene;
}

test.each(directions)(
  'a %s bot sends no entry in the last 60 s before an announced change, keeps its exits, and enters on the new price step after the change',
  async (direction) => {
    const scene = await announceTick(direction);
    const others = ordersOfOthers(scene);
    await fillCyclicExit(scene, direction);
    await scene.pass(40);
    expect(restingOf(scene).entries).toBe(0);
    expectCovered(scene);
    await scene.pass(17);
    expect(restingOf(scene).entries).toBe(1);
    const { prices } = expectCovered(scene);
    expect(prices.filter((price) => !isMultiple(price, '0.7')).map(formatDecimal)).toEqual([]);
    expect(ordersOfOthers(scene)).toEqual(others);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'a %s bot enters again within five seconds after an announced change was called off',
  async (direction) => {
    const scene = await announceTick(direction);
    await fillCyclicExit(scene, direction);
    expect(restingOf(scene).entries).toBe(0);
    scene.change({ callOff: 'true' });
    await scene.pass(5);
    expect(restingOf(scene).entries).toBe(1);
    await scene.pass(60);
    expect(stateOf(scene).config.instrument.orderTickSz).toBeUndefined();
    expectCovered(scene);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)('a %s bot enters more than 60 s before an announced change', async (direction) => {
  const scene = await inMidRound(direction);
  scene.change({ tickSz: '0.7', suspendMs: '0', inMs: '100000' });
  await scene.pass(5);
  await fillCyclicExit(scene, direction);
  await scene.pass(5);
  expect(restingOf(scene).entries).toBe(1);
});

test.each(directions)(
  'after a change while the engine was down, every lot of a %s bot has an exit on the new steps or is declared as dust',
  async (direction) => {
    const scene = await inMidRound(direction);
    await stopEngine(scene);
    scene.change({ tickSz: '0.7', lotSz: '0.1', minSz: '0.1', suspendMs: '2000' });
    await scene.pass(25);
    const { prices, sizes } = expectCovered(scene);
    expect(prices.filter((price) => !isMultiple(price, '0.7')).map(formatDecimal)).toEqual([]);
    expect(sizes.filter((size) => !isMultiple(size, '0.1')).map(formatDecimal)).toEqual([]);
    expect(stateOf(scene).status).toBe('active');
  },
);

test.each(directions)(
  'when the minimum size becomes larger than the position while the engine is down, the exits of a %s bot stay',
  async (direction) => {
    const scene = await inMidRound(direction);
    const before = exitIdsOf(scene);
    await stopEngine(scene);
    scene.change({ minSz: '100000' });
    await scene.pass(25);
    expect(exitIdsOf(scene)).toEqual(before);
    expect(isZero(expectCovered(scene).dust)).toBe(true);
  },
);

async function stopEngine(scene: Scene): Promise<void> {
  const { world } = scene;
  for (const { process } of world.machines) process?.doom();
  for (let count = 0; count < 300 && world.machines.some(({ process }) => process !== null); count += 1)
    await scene.pass(0.1);
  expect(world.machines.map(({ process }) => process)).toEqual([null]);
}

test.each(directions)(
  'after a smaller minimum size, the exits of a %s bot have the sizes of its lots again and its dropped entries rest again',
  async (direction) => {
    const scene = await inMidRound(direction);
    await fillCyclicExit(scene, direction);
    const before = restingOf(scene);
    scene.change({ minSz: '100000' });
    await scene.pass(10);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: before.exits });
    scene.change({ minSz: fine.minSz });
    await scene.pass(10);
    expect(restingOf(scene)).toEqual(before);
    const { position, exits, dust } = expectCovered(scene);
    expect([compareDecimals(position, exits), compareDecimals(dust, zero)]).toEqual([0, 0]);
  },
);

test.each(directions)(
  'while the market accepts only orders that rest, the exits of a %s bot stay and fill, and its round continues after this time',
  async (direction) => {
    const scene = await inMidRound(direction);
    const before = restingOf(scene);
    scene.change({ state: 'post_only' });
    await scene.pass(5);
    await fillCyclicExit(scene, direction);
    await scene.pass(20);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: before.exits - 1 });
    expectCovered(scene);
    scene.change({ state: 'live' });
    await scene.pass(10);
    expect(restingOf(scene)).toEqual({ entries: 1, exits: before.exits - 1 });
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.00' : '2560.00');
    await scene.pass(20);
    expect(stateOf(scene)).toMatchObject({ status: 'active', roundsCompleted: 1 });
    expect(linesOf(scene, firstBot(scene).botId)).not.toContain('bots.log.orderRejected');
    expect(scene.violations).toEqual([]);
  },
);
