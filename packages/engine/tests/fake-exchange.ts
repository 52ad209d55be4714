// An exchange of the fake venue in memory. The market has one price, with which every order is compared. A later fill
// has a cursor with a smaller number. Messages are pushed without a delay.
import { decimal, lots, priceOf, ticks, type Lots, type Ticks } from '@rondo/decimal';
import { fakeVenue, fakeVenueCodes } from '@rondo/testkit';
import type {
  AccountReport,
  AmendOrder,
  CancelOrder,
  Clock,
  Exchange,
  ExchangeHint,
  FillReport,
  OrderReport,
  Outcome,
  PlaceOrder,
  Report,
  TickerReport,
} from '../src/ports/index.ts';

/** Time between two pushed prices, in ms. */
const tickerEveryMs = 1_000;

type FakeOrder = { place: PlaceOrder; price: Ticks | null; lots: Lots; filled: bigint; state: OrderReport['state'] };

/** The exchange, with the controls and the state that tests need. */
export type FakeExchange = Exchange & {
  /** Changes the market price. Each resting order that the price reaches fills at the price of the order. */
  setPrice(price: bigint): void;
  /** Cancels an order with the cancel source of the user. */
  cancelByUser(clientId: string): void;
  setAccount(changes: Partial<AccountReport>): void;
  resting(): readonly string[];
  position(): bigint;
  /** Returns the open lots of all resting sell orders. */
  restingSells(): bigint;
  readonly fills: readonly FillReport[];
  /** The values of `billId` with which fills were requested. */
  readonly cursors: readonly (string | null)[];
};

/** Creates an exchange whose market price is `price`. */
export function createFakeExchange(clock: Clock, price: bigint): FakeExchange {
  const orders = new Map<string, FakeOrder>();
  const fills: FillReport[] = [];
  const cursors: (string | null)[] = [];
  const listeners = new Set<(hint: ExchangeHint) => void>();
  let last = price;
  let position = 0n;
  let account: AccountReport = {
    uid: 'u',
    level: fakeVenueCodes.tradingLevel,
    positionMode: 'net',
    permissions: ['orders'],
    addresses: [],
  };
  const now = (): number => clock.now();
  const read = <T>(value: T): Promise<Report<T>> => Promise.resolve({ ok: true, value, startedAt: now() });
  const done = <T>(value: T): Promise<Outcome<T>> => Promise.resolve({ kind: 'accepted', value });
  const gone: Outcome<never> = { kind: 'rejected', code: 'GONE', message: '', reason: 'gone' };
  const publish = (hint: ExchangeHint): void => listeners.forEach((listener) => listener(hint));
  const fill = (order: FakeOrder, at: bigint): void => {
    const size = order.lots - order.filled;
    order.filled = order.lots;
    order.state = 'filled';
    position += order.place.side === 'buy' ? size : -size;
    const report: FillReport = {
      instrumentId: order.place.instrument.id,
      fillId: `F${fills.length}`,
      venueOrderId: order.place.clientId,
      clientId: order.place.clientId,
      side: order.place.side,
      positionSide: 'net',
      price: ticks(at),
      lots: lots(size),
      fee: decimal('0.01'),
      liquidity: 'maker',
      kind: 'trade',
      billId: fakeVenueCodes.cursorOf(fills.length),
      at: now(),
    };
    fills.push(report);
    publish({ kind: 'order', order: reportOf(order, now()), fill: report });
  };
  const match = (order: FakeOrder): void => {
    const { place, price: limit, state } = order;
    if (state !== 'live') return;
    const reaches = limit === null || (place.side === 'buy' ? last <= limit : last >= limit);
    if (reaches) fill(order, place.type === 'limit' && limit !== null ? limit : last);
    else if (place.type === 'ioc') order.state = 'cancelled';
  };
  const end = (clientId: string, source: string): boolean => {
    const order = orders.get(clientId);
    if (order?.state !== 'live') return false;
    order.state = 'cancelled';
    publish({ kind: 'order', order: { ...reportOf(order, now()), cancelSource: source }, fill: null });
    return true;
  };
  const listed = (isLive: boolean): readonly OrderReport[] =>
    [...orders.values()].filter(({ state }) => (state === 'live') === isLive).map((order) => reportOf(order, now()));
  return {
    venue: fakeVenue,
    fills,
    cursors,
    position: () => position,
    restingSells: () =>
      [...orders.values()]
        .filter(({ state, place }) => state === 'live' && place.side === 'sell')
        .reduce((sum, order) => sum + order.lots - order.filled, 0n),
    resting: () => listed(true).map(({ clientId }) => clientId),
    setPrice(next) {
      last = next;
      for (const order of orders.values()) match(order);
    },
    cancelByUser: (clientId) => void end(clientId, fakeVenueCodes.userCode),
    setAccount(changes) {
      account = { ...account, ...changes };
    },
    place(place) {
      const order: FakeOrder = { place, price: place.price, lots: place.lots, filled: 0n, state: 'live' };
      orders.set(place.clientId, order);
      match(order);
      return done({ venueOrderId: place.clientId });
    },
    amend({ clientId, price: next, lots: size }: AmendOrder) {
      const order = orders.get(clientId);
      if (order?.state !== 'live') return Promise.resolve(gone);
      order.price = next;
      order.lots = size;
      match(order);
      return done({ venueOrderId: clientId });
    },
    cancel: ({ clientId }: CancelOrder) => (end(clientId, 'SYSTEM') ? done(null) : Promise.resolve(gone)),
    setLeverage: () => done(null),
    lookup(_instrument, clientId) {
      const order = orders.get(clientId);
      return read(order === undefined ? null : reportOf(order, now()));
    },
    openOrders: () => read(listed(true)),
    orderHistory: () => read(listed(false)),
    fillsAfter(_instruments, { billId, completeUntil = 0 }) {
      cursors.push(billId);
      const rows = fills.filter((each) => billId === null || fakeVenue.compareCursor(billId, each.billId) < 0);
      const cursor = rows.findLast(({ at }) => at <= completeUntil)?.billId ?? null;
      return read({ rows, cursor, next: null, unreadable: [] });
    },
    billsAfter: () => read({ rows: [], cursor: null, next: null, unreadable: [] }),
    positions: (instruments) =>
      read(
        instruments.map(({ id }) => ({
          instrumentId: id,
          positionSide: 'net' as const,
          lots: position,
          averagePrice: null,
          markPrice: null,
          liquidationPrice: null,
          unrealisedPnl: null,
          leverage: null,
          updatedAt: now(),
        })),
      ),
    account: () => read(account),
    balance: () => read({ equity: decimal('5000'), cash: decimal('5000'), available: decimal('5000'), at: now() }),
    leverage: () => read(decimal('5')),
    venueNow: now,
    isVenueTimeKnown: () => true,
    listen(listener, instruments, firstNeeds) {
      const watched = new Map(instruments.map((instrument) => [instrument.id, instrument]));
      const waiting = new Map<string, TickerReport>();
      let needs = firstNeeds;
      const deliverTickers = (): void => {
        const tickers = [...waiting.values()];
        waiting.clear();
        for (const ticker of tickers) listener({ kind: 'ticker', ticker });
      };
      const publishPrices = (): void => {
        if (!listeners.has(listener)) return;
        for (const { id, tickSz } of watched.values()) {
          const common = { instrumentId: id, at: now(), receivedAt: now() };
          listener({ kind: 'mark', mark: { ...common, price: priceOf(ticks(last), tickSz) } });
          waiting.set(id, { ...common, last: ticks(last), bid: null, ask: null });
        }
        if (needs.prices) deliverTickers();
        clock.after(tickerEveryMs, publishPrices);
      };
      listeners.add(listener);
      listener({ kind: 'connected' });
      publishPrices();
      return {
        need(next) {
          needs = next;
          if (next.prices) deliverTickers();
        },
        deliverTickers,
        watch: (instrument) => void watched.set(instrument.id, instrument),
        close: () => void listeners.delete(listener),
      };
    },
  };
}

function reportOf({ place, price, lots: size, filled, state }: FakeOrder, now: number): OrderReport {
  return {
    instrumentId: place.instrument.id,
    venueOrderId: place.clientId,
    clientId: place.clientId,
    side: place.side,
    positionSide: 'net',
    state,
    trigger: place.type === 'trigger',
    price,
    lots: size,
    filledLots: lots(filled),
    cancelSource: '',
    createdAt: now,
    updatedAt: now,
  };
}
