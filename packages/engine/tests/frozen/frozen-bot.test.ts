// Tests of an account with three bots. An error in the data of one bot freezes this bot, and the two other bots trade.
import { expect, test } from 'vitest';
import { names, openWorld, stopOf, unreadable, withEvents } from './frozen-world.ts';

test('a bot is frozen when its configuration is broken, and the two other bots open their rounds', async () => {
  const world = openWorld(undefined, (row) => ({ ...row, config: '{"instrument":' }));
  const engine = world.begin('first');
  await world.run(15_000);
  expect(world.positions()).toEqual([true, false, true]);
  expect(world.written).toEqual(['bot.frozen']);
  expect([world.logs('broken').length, engine.accountSnapshot('a')?.frozenBots]).toEqual([1, 1]);
  await engine.stop();
});

test.each([
  ['its event has an unknown kind', (body: string) => body.replace(/"kind":"\w+"/, '"kind":"unheard"')],
  ['its event is not JSON', () => '{'],
  ['its event has no fields', () => '{"kind":"fill"}'],
])(
  'a restart freezes a bot and leaves its orders at the exchange when %s, and the two other bots react to fills',
  async (_case, change) => {
    const world = openWorld();
    const first = world.begin('first');
    await world.run(15_000);
    await first.stop();
    const resting = world.of('broken').resting();
    const second = world.begin('second', withEvents(change));
    await world.run(15_000);
    for (const name of names) world.of(name).setPrice(198_000n);
    await world.run(15_000);
    expect(world.memory.contents.views.get('broken')).toMatchObject({
      phase: 'error',
      endReason: 'frozen',
      status: 'active',
    });
    expect(
      world
        .of('broken')
        .resting()
        .every((id) => resting.includes(id)),
    ).toBe(true);
    for (const name of ['first', 'third']) expect(world.of(name).restingSells()).toBe(world.of(name).position());
    const stop = {
      kind: 'userCommand',
      accountId: 'a',
      commandId: 's',
      command: { kind: 'release', by: 'grant' },
    } as const;
    expect(await Promise.race([second.dispatch({ ...stop, botId: 'broken' }), world.run(5_000)])).toBe('refused');
    await second.stop();
    // A node that can read the events again applies the fill that arrived while the bot was frozen.
    const third = world.begin('third');
    await world.run(15_000);
    expect(world.of('broken').restingSells()).toBe(world.of('broken').position());
    expect(third.accountSnapshot('a')?.frozenBots).toBe(0);
    await third.stop();
  },
);

test('a running bot is frozen when its fill breaks an invariant, a restart freezes it again, and the two other bots react to fills', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  const [fill] = world.of('broken').fills;
  if (fill === undefined) throw new Error('The bot has no fill.');
  world.poison.push({ ...fill, fillId: 'poison', fee: undefined as never });
  for (const name of names) world.of(name).setPrice(198_000n);
  await world.run(60_000);
  expect(first.accountSnapshot('a')?.frozenBots).toBe(1);
  for (const name of ['first', 'third']) expect(world.of(name).restingSells()).toBe(world.of(name).position());
  await first.stop();
  const second = world.begin('second');
  for (const name of names) world.of(name).setPrice(196_000n);
  await world.run(60_000);
  expect(second.accountSnapshot('a')?.frozenBots).toBe(1);
  for (const name of ['first', 'third']) expect(world.of(name).restingSells()).toBe(world.of(name).position());
  expect(world.logs('broken')).toHaveLength(1);
  await second.stop();
});

test('the stop of a frozen bot cancels the orders and closes the position of the bot, also when the node is killed before the position is closed', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  for (const name of names) world.of(name).setPrice(198_000n);
  await world.run(15_000);
  await first.stop();
  const before = ['first', 'third'].map((name) => [world.of(name).position(), world.of(name).resting()]);
  const second = world.begin('second', unreadable);
  await world.run(15_000);
  expect(await Promise.race([second.dispatch(stopOf(true)), world.run(5_000)])).toBe('pending');
  await second.stop();
  const third = world.begin('third', unreadable);
  void third.dispatch(stopOf(true));
  await world.run(30_000);
  expect([world.of('broken').position(), world.of('broken').resting()]).toEqual([0n, []]);
  expect(world.memory.contents.views.get('broken')).toMatchObject({
    status: 'completed',
    phase: 'error',
    endReason: 'frozen',
  });
  expect(third.accountSnapshot('a')?.frozenBots).toBe(0);
  expect(['first', 'third'].map((name) => [world.of(name).position(), world.of(name).resting()])).toEqual(before);
  const open = [...world.memory.contents.intents.values()].filter(({ slot }) => slot.botId === 'broken');
  expect(open.filter(({ state }) => state === 'live' || state === 'sent' || state === 'unknown')).toEqual([]);
  await third.stop();
});

test('the stop of a frozen bot cancels all its entries in one instant, and then all its exits in one instant', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  await first.stop();
  const second = world.begin('second', unreadable);
  await world.run(15_000);
  world.control.cancelMs = 200;
  expect(world.of('broken').resting()).toHaveLength(3);
  void second.dispatch(stopOf(true));
  await world.run(30_000);
  expect(world.of('broken').resting()).toEqual([]);
  expect([world.control.cancelledAt.length, new Set(world.control.cancelledAt).size]).toEqual([3, 2]);
  await second.stop();
});

test('the stop of a frozen bot closes the remaining position when the outcome of the first closing order is unknown', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  await first.stop();
  const closes: string[] = [];
  world.intercept((order) => {
    if (order.type !== 'market') return null;
    closes.push(order.clientId);
    return closes.length === 1 ? { kind: 'unknown', cause: 'no response' } : null;
  });
  const second = world.begin('second', unreadable);
  await world.run(15_000);
  void second.dispatch(stopOf(true));
  await world.run(60_000);
  expect([world.of('broken').position(), new Set(closes).size, closes.length]).toEqual([0n, 2, 2]);
  await second.stop();
});

test('when the owner stops a frozen bot without closing its position, the bot ends and the position stays, and other commands are refused', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  await first.stop();
  const position = world.of('broken').position();
  const second = world.begin('second', unreadable);
  await world.run(15_000);
  const setLast = { ...stopOf(false), command: { kind: 'setLast', isLast: true } } as const;
  expect(await Promise.race([second.dispatch(setLast), world.run(5_000)])).toBe('refused');
  void second.dispatch(stopOf(false));
  await world.run(30_000);
  expect([world.of('broken').position(), world.of('broken').resting()]).toEqual([position, []]);
  expect(world.memory.contents.views.get('broken')?.status).toBe('completed');
  await second.stop();
});

test('when a bot can be read again after its position was closed while it was frozen, the bot reports a closing from outside', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  await first.stop();
  const second = world.begin('second', unreadable);
  await world.run(15_000);
  void second.dispatch(stopOf(true));
  for (let count = 0; count < 50 && world.of('broken').position() > 0n; count += 1) await world.run(100);
  await second.stop();
  expect([world.of('broken').position(), world.memory.contents.views.get('broken')?.status]).toEqual([0n, 'active']);
  const third = world.begin('third');
  await world.run(60_000);
  expect(world.memory.contents.views.get('broken')?.endReason).toBe('closed_externally');
  await third.stop();
});

test('an unreadable fill freezes the bot of its instrument once, also after a restart, and the two other bots react to fills', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  const row = { rowId: '77', at: 1_010_000, cause: 'the price is no number', raw: '{"billId":"77"}' };
  world.control.unreadable = [
    { ...row, instrumentId: 'broken-SWAP' },
    { ...row, rowId: '78', instrumentId: 'third-SWAP', at: 400 }, // This fill is older than the bot.
    { ...row, rowId: null, instrumentId: null },
  ];
  for (const name of names) world.of(name).setPrice(198_000n);
  await world.run(60_000);
  expect(first.accountSnapshot('a')?.frozenBots).toBe(1);
  for (const name of ['first', 'third']) expect(world.of(name).restingSells()).toBe(world.of(name).position());
  expect(world.written.toSorted()).toEqual(['bot.frozen', ...Array.from({ length: 3 }, () => 'ledger.unreadable')]);
  expect([...world.memory.contents.unreadableRows.values()].map(({ list, raw }) => [list, raw])).toEqual(
    Array.from({ length: 3 }, () => ['fill', row.raw]),
  );
  await first.stop();
  world.control.unreadable = [];
  const second = world.begin('second');
  for (const name of names) world.of(name).setPrice(196_000n);
  await world.run(60_000);
  expect(second.accountSnapshot('a')?.frozenBots).toBe(1);
  for (const name of ['first', 'third']) expect(world.of(name).restingSells()).toBe(world.of(name).position());
  await second.stop();
});
