// A world with an account of three bots for tests of frozen bots. Each bot has its own market.
import { decimal, ratio } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, createVirtualClock, seededChance } from '@rondo/testkit';
import { createEngine, type BotRow } from '../../src/index.ts';
import type { Exchange, FillReport, Journal, PlaceOrder, UnreadableRow } from '../../src/ports/index.ts';
import { keyedHash, smallLadder } from '../builders.ts';
import { createFakeExchange, type FakeExchange } from '../fake-exchange.ts';

type Placed = Awaited<ReturnType<Exchange['place']>>;

const startAt = 1_000_000;
/** The bots of the account. Each bot has its own market. */
export const names = ['first', 'broken', 'third'] as const;

function rowOf(name: string, index: number): BotRow {
  const instrument = { ...smallLadder.instrument, id: `${name}-SWAP` };
  const config = {
    ...botConfig({ ...smallLadder, allocation: decimal('1000'), stepDistance: ratio(1n, 100n) }),
    instrument,
  };
  return {
    botId: name,
    botNumber: index + 1,
    accountId: 'a',
    instrumentId: instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt: 500,
  };
}

/** The exchange keeps one fake market for each bot. */
function openMarkets(clock: ReturnType<typeof createVirtualClock>) {
  const markets = new Map<string, FakeExchange>(names.map((name) => [name, createFakeExchange(clock, 200_000n)]));
  const of = (id: string): FakeExchange => markets.get(id.replace('-SWAP', '')) ?? createFakeExchange(clock, 200_000n);
  const merge = async <T>(
    read: (market: FakeExchange, name: string) => Promise<{ ok: boolean; value?: readonly T[] }>,
  ) => {
    const all = await Promise.all([...markets].map(([name, market]) => read(market, name)));
    return { ok: true, value: all.flatMap((each) => each.value ?? []), startedAt: clock.now() } as const;
  };
  const first = of('first');
  const poison: FillReport[] = [];
  const control: {
    place: (order: PlaceOrder) => Placed | null;
    unreadable: readonly UnreadableRow[];
    cancelMs: number;
    readonly cancelledAt: number[];
  } = { place: () => null, unreadable: [], cancelMs: 0, cancelledAt: [] };
  const exchange: Exchange = {
    ...first,
    place: async (order) => control.place(order) ?? of(order.instrument.id).place(order),
    amend: (order) => of(order.instrument.id).amend(order),
    async cancel(order) {
      control.cancelledAt.push(clock.now());
      const outcome = await of(order.instrument.id).cancel(order);
      if (control.cancelMs > 0) await new Promise<void>((resolve) => void clock.after(control.cancelMs, resolve));
      return outcome;
    },
    lookup: (instrument, clientId, trigger) => of(instrument.id).lookup(instrument, clientId, trigger),
    openOrders: (instruments) => merge((market) => market.openOrders(instruments)),
    orderHistory: (instruments, sinceAt) => merge((market) => market.orderHistory(instruments, sinceAt)),
    positions: (instruments) =>
      merge((market, name) => market.positions(instruments.filter(({ id }) => id === `${name}-SWAP`))),
    async fillsAfter() {
      const rows = [...[...markets.values()].flatMap((market) => market.fills), ...poison];
      return {
        ok: true,
        value: { rows, cursor: null, next: null, unreadable: control.unreadable },
        startedAt: clock.now(),
      };
    },
    listen(listener, instruments, needs) {
      const streams = [...markets].map(([name, market]) =>
        market.listen(
          listener,
          instruments.filter(({ id }) => id === `${name}-SWAP`),
          needs,
        ),
      );
      return {
        watch: (instrument) => streams[names.findIndex((name) => `${name}-SWAP` === instrument.id)]?.watch(instrument),
        need: (next) => streams.forEach((stream) => stream.need(next)),
        deliverTickers: () => streams.forEach((stream) => stream.deliverTickers()),
        close: () => streams.forEach((stream) => stream.close()),
      };
    },
  };
  return { exchange, of, poison, control };
}

/**
 * Opens an account with three bots. `damage` changes the journal of each engine, and `spoil` changes the row of the broken bot.
 * `begin` starts an engine, and `run` lets the time pass.
 */
export function openWorld(
  damage: (journal: Journal) => Journal = (journal) => journal,
  spoil: (row: BotRow) => BotRow = (row) => row,
) {
  const clock = createVirtualClock(startAt);
  const memory = createMemoryJournal(clock);
  names.forEach((name, index) => memory.addBot(name === 'broken' ? spoil(rowOf(name, index)) : rowOf(name, index)));
  const { exchange, of, poison, control } = openMarkets(clock);
  const written: string[] = [];
  const begin = (node: string, change = damage) => {
    const engine = createEngine({
      clock,
      chance: seededChance(node),
      log: { write: (level, event) => void (level === 'error' && written.push(event)) },
      journal: change(memory.connect(node)),
      exchangeFor: () => exchange,
      clientIdKey: keyedHash,
    });
    engine.start(['a']);
    return engine;
  };
  const positions = () => names.map((name) => of(name).position() > 0n);
  const run = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);
  const logs = (botId: string) =>
    memory.contents.logs.filter((line) => line.botId === botId && line.parameters['reason'] === 'frozen');
  const intercept = (place: typeof control.place): void => void (control.place = place);
  return { memory, of, poison, control, intercept, begin, run, positions, written, logs };
}

/** A command of the owner that stops the broken bot. */
export function stopOf(closePosition: boolean) {
  const command = { kind: 'stop', closePosition } as const;
  return { kind: 'userCommand', accountId: 'a', botId: 'broken', commandId: 's', command } as const;
}

/** Changes the stored events of the broken bot as the journal returns them. */
export const withEvents =
  (change: (body: string) => string) =>
  (journal: Journal): Journal => ({
    ...journal,
    async load(accountId, options) {
      const loaded = await journal.load(accountId, options);
      const bots = loaded.bots.map((bot) =>
        bot.row.botId === 'broken'
          ? { ...bot, events: bot.events.map((each) => ({ ...each, body: change(each.body) })) }
          : bot,
      );
      return { ...loaded, bots };
    },
  });

/** A journal whose loaded events of the broken bot are not readable. */
export const unreadable = withEvents(() => '{');
