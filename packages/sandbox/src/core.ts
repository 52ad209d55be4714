// The exchange in memory: requests and sockets in, answers and pushes out, driven by a clock. No sockets, timers or files of its own.
import { accountKeys, openAccount, type AccountKeys, type NewAccount } from './accounts.ts';
import { failure, type CoreAnswer, type Raw } from './answers.ts';
import { deliverMarkets, deliverNotices } from './delivery.ts';
import { fastApiAnswer } from './fast-api.ts';
import { settleFunding } from './funding.ts';
import { instruments } from './instruments.ts';
import { ledgerAnswer } from './ledger-answer.ts';
import { sandboxLimits } from './limits.ts';
import { isHeld, type Mark, type Stretch } from './market-line.ts';
import { advanceCandles, advancePrices, startMarkets, walkMarkets, type MarketPlan } from './market-clock.ts';
import { cancelOrder } from './order-life.ts';
import type { SandboxClock } from './ports.ts';
import { formatQuanta, parseQuanta } from './quanta.ts';
import type { Change } from './records.ts';
import { readRecording } from './recorded-path.ts';
import { accountRoutes } from './rest-account.ts';
import { publicRoutes } from './rest-public.ts';
import { tradeRoutes } from './rest-trade.ts';
import { authenticate, mayTrade, type CoreRequest } from './sign-in.ts';
import { openSession, receive, scopeOf, type SocketSession } from './socket-session.ts';
import { browse, orderOauth, type WebAnswer } from './web.ts';
import { createWorld, finishRestore, lineOf, restoreChange, touch, type Ledger, type World } from './world.ts';

/** What an exchange is made of. Speed 0 holds the markets; `replay.text` is a candle or trade file; `restore` comes from a journal. */
export interface ExchangeCoreOptions {
  readonly seed: string | number;
  readonly clock: SandboxClock;
  readonly speed?: number;
  readonly replay?: { readonly instId: string; readonly text: string };
  readonly accounts?: readonly NewAccount[];
  readonly restore?: Iterable<Change>;
}

/** One client socket of the core. Listeners are called within `send`, `flush` and `step`, never in between. */
export interface CoreSocket {
  send(message: string): void;
  onMessage(listener: (message: string) => void): void;
  onClose(listener: (code: number, reason: string) => void): void;
  close(): void;
}

/** A step of a held market: prices as decimal texts, or a number of candles. */
export interface Advance {
  readonly instId: string;
  readonly prices?: readonly string[];
  readonly candles?: number;
}

/** The exchange. Answers come at once; pushes wait for `flush` or `step`, so that an answer is always ahead of its pushes. */
export interface ExchangeCore {
  readonly accounts: readonly AccountKeys[];
  request(request: CoreRequest): CoreAnswer;
  connect(path: string): CoreSocket | undefined;
  /** Walks the markets to the clock, settles what is due, pushes everything. */
  step(): void;
  /** Pushes what waits. */
  flush(): void;
  createAccount(wanted: NewAccount): AccountKeys | undefined;
  /** Consent pages and the token endpoint: what is no v5 call. Undefined for another path. */
  browse(request: CoreRequest): WebAnswer | undefined;
  /** What tests and a server's start tell the exchange about OAuth; undefined when it is refused. */
  orderOauth(name: string, raw: Raw): Raw | undefined;
  /** Moves a held market; a text says why not. */
  advance(
    advance: Advance,
  ):
    | { readonly ok: true; readonly last: string; readonly candlesLeft: number | undefined }
    | { readonly ok: false; readonly reason: string };
  state(): Raw;
  /** Everything of one account by its label, for tests; undefined without such an account. */
  ledger(label: string): Raw | undefined;
  /** Records changed since the last call, for a journal. */
  drainChanges(): Change[];
  /** Every record, for a snapshot. */
  allChanges(): Change[];
}

/** Builds an exchange. Throws when a recording cannot be read or a journal belongs to another market. */
export function createExchangeCore(options: ExchangeCoreOptions): ExchangeCore {
  const world = createWorld(String(options.seed), options.clock);
  restore(world, options);
  const sessions = new Set<SocketSession>();
  for (const wanted of world.ledgers.size === 0 ? (options.accounts ?? []) : []) {
    if (!openAccount(world, wanted)) throw new Error(`account ${wanted.label ?? ''} cannot be opened`);
  }
  let sockets = 0;
  const flush = (): void => {
    closeEnded(world, sessions);
    deliverNotices(world, sessions);
  };
  return {
    get accounts() {
      return accountKeys(world);
    },
    request: (request) => {
      walkMarkets(world);
      return route(world, request);
    },
    connect: (path) => {
      const scope = scopeOf(path.split('?')[0] ?? path);
      if (!scope || sessions.size >= sandboxLimits.sockets) return undefined;
      sockets += 1;
      return openSocket(world, sessions, { scope, connId: sockets.toString(16).padStart(8, '0') });
    },
    step: () => {
      step(world, sessions);
      flush();
      deliverMarkets(world, sessions);
    },
    flush,
    createAccount: (wanted) => openAccount(world, wanted),
    browse: (request) => browse(world, request),
    orderOauth: (name, raw) => orderOauth(world, name, raw),
    advance: (advance) => advanceMarket(world, advance),
    state: () => describe(world, sessions.size),
    ledger: (label) => ledgerAnswer(world, label),
    drainChanges: () => {
      const changes = [...world.dirty.values()];
      world.dirty.clear();
      return changes;
    },
    allChanges: () => snapshot(world),
  };
}

function restore(world: World, options: ExchangeCoreOptions): void {
  const market = options.replay
    ? `${options.seed}:replay:${options.replay.instId}:${options.replay.text.length}`
    : String(options.seed);
  const stretches = new Map<string, Stretch[]>();
  const marks = new Map<string, Mark[]>();
  for (const change of options.restore ?? []) {
    restoreChange(world, change);
    if (change.kind === 'stretch')
      stretches.set(change.value.instId, [...(stretches.get(change.value.instId) ?? []), change.value]);
    if (change.kind === 'mark')
      marks.set(change.value.instId, [...(marks.get(change.value.instId) ?? []), change.value]);
  }
  if (world.market !== '' && world.market !== market)
    throw new Error('the data folder belongs to a market of another seed or recording');
  world.market = market;
  startMarkets(world, { speed: options.speed ?? 1, replay: readReplay(options) }, { stretches, marks });
  finishRestore(world);
}

function readReplay(options: ExchangeCoreOptions): MarketPlan['replay'] {
  if (!options.replay) return undefined;
  const instrument = instruments.get(options.replay.instId);
  if (!instrument) throw new Error(`no instrument ${options.replay.instId} to replay`);
  const read = readRecording(options.replay.text, instrument);
  if (!read.ok) throw new Error(`the recording cannot be replayed: line ${read.refusal.line}: ${read.refusal.reason}`);
  return { instId: instrument.instId, path: read.path };
}

function route(world: World, request: CoreRequest): CoreAnswer {
  const method = request.method.toUpperCase();
  const query = Object.fromEntries(new URLSearchParams(request.query ?? ''));
  const open = method === 'GET' ? publicRoutes[request.path] : undefined;
  if (open) return open(world, query);
  const fastApi = fastApiAnswer(world, request, readObject(request.body ?? ''));
  if (fastApi) return fastApi;
  const name = `${method} ${request.path}`;
  const handle = accountRoutes[name] ?? tradeRoutes[name];
  if (!handle) return failure('50404', 'Not Found', 404);
  const found = authenticate(world, request);
  if (!found.ok) return found.answer;
  if (method === 'POST' && !mayTrade(found.signer.key))
    return failure('50120', "This API key doesn't have permission to use this function", 401);
  const body = method === 'POST' ? readBody(request.body ?? '') : query;
  if (body === undefined) return failure('50002', 'JSON syntax error', 400);
  if (isExpired(world, request)) return failure('50036', 'The expTime can’t be earlier than the current system time.');
  const items = Array.isArray(body) ? body : [body];
  return handle({ world, signer: found.signer, ledger: found.signer.ledger, fields: items[0] ?? {}, items });
}

function isExpired(world: World, request: CoreRequest): boolean {
  const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'exptime')?.[1];
  return header !== undefined && /(order|batch-orders)$/.test(request.path) && Number(header) < world.clock.now();
}

function readBody(body: string): Raw | Raw[] | undefined {
  if (body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    const isFields = (value: unknown): value is Raw =>
      typeof value === 'object' && value !== null && !Array.isArray(value);
    if (Array.isArray(parsed)) return parsed.every(isFields) ? parsed : undefined;
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function readObject(body: string): Raw | undefined {
  const read = readBody(body);
  return Array.isArray(read) ? undefined : read;
}

// A key that ended takes its sockets with it. OKX v5: close 4007.
function closeEnded(world: World, sessions: Set<SocketSession>): void {
  if (world.endedKeys.size === 0) return;
  for (const session of sessions) {
    if (session.signer && world.endedKeys.has(session.signer.key.apiKey))
      session.close(4007, 'The API key was updated or deleted.');
  }
  world.endedKeys.clear();
}

function openSocket(
  world: World,
  sessions: Set<SocketSession>,
  opening: { scope: SocketSession['scope']; connId: string },
): CoreSocket {
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (code: number, reason: string) => void = () => undefined;
  const session = openSession(world, opening.scope, {
    connId: opening.connId,
    send: (message) => onMessage(message),
    close: (code, reason) => {
      sessions.delete(session);
      onClose(code, reason);
    },
  });
  sessions.add(session);
  return {
    send: (message) => {
      if (session.isClosed) return;
      walkMarkets(world);
      receive(world, session, message);
    },
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close: () => session.close(1000, ''),
  };
}

function step(world: World, sessions: Set<SocketSession>): void {
  const before = new Map([...world.lines].map(([instId, line]) => [instId, line.ticks]));
  walkMarkets(world);
  settleFunding(world);
  cancelDue(world);
  const now = world.clock.now();
  for (const [instId, ticks] of before) {
    const line = lineOf(world, instId);
    if (line.ticks === ticks) continue;
    world.notices.push({
      kind: 'trade',
      instId,
      tradeId: String(now),
      ticks: line.ticks,
      lots: line.instrument.minLots,
      side: line.ticks > ticks ? 'buy' : 'sell',
      at: now,
    });
  }
  for (const session of sessions)
    if (now - session.lastActiveAt > sandboxLimits.socketIdleMs) session.close(4004, 'No data received in 30s.');
}

// Dead-man timers that ran out: cancel source 20.
function cancelDue(world: World): void {
  const now = world.clock.now();
  for (const ledger of world.ledgers.values()) {
    for (const [tag, at] of Object.entries(ledger.account.cancelAllAt)) {
      if (at > now) continue;
      cancelTagged(world, ledger, tag);
      const { [tag]: _done, ...others } = ledger.account.cancelAllAt;
      ledger.account.cancelAllAt = others;
      touch(world, { kind: 'account', value: ledger.account });
    }
  }
}

function cancelTagged(world: World, ledger: Ledger, tag: string): void {
  for (const order of ledger.pending) if (tag === '' || order.tag === tag) cancelOrder(world, order, '20');
}

function advanceMarket(world: World, advance: Advance): ReturnType<ExchangeCore['advance']> {
  const line = world.lines.get(advance.instId);
  if (!line) return { ok: false, reason: 'unknown instrument' };
  if (!isHeld(line)) return { ok: false, reason: 'the market is running; start it with speed 0 to advance it by hand' };
  const prices = (advance.prices ?? []).map((price) => parseQuanta(String(price)));
  const ticks = prices.flatMap((price) =>
    price !== undefined && price > line.instrument.tick && price % line.instrument.tick === 0n
      ? [Number(price / line.instrument.tick)]
      : [],
  );
  if (ticks.length !== prices.length || ticks.length > sandboxLimits.advancePrices)
    return { ok: false, reason: 'prices must be multiples of the tick' };
  const count = advance.candles ?? 0;
  if (!Number.isInteger(count) || count < 0 || count > sandboxLimits.advancePrices)
    return { ok: false, reason: 'candles must be a whole number up to 10000' };
  advancePrices(world, line, ticks);
  const candlesLeft = advanceCandles(world, line, count);
  return { ok: true, last: formatQuanta(BigInt(line.ticks) * line.instrument.tick), candlesLeft };
}

function snapshot(world: World): Change[] {
  const changes: Change[] = [
    {
      kind: 'world',
      value: {
        next: world.next,
        seenAt: world.seenAt,
        fundedAt: world.fundedAt,
        historyEndAt: world.historyEndAt,
        market: world.market,
      },
    },
  ];
  for (const line of world.lines.values()) {
    const { instId } = line.instrument;
    for (const stretch of line.stretches) changes.push({ kind: 'stretch', value: { ...stretch, instId } });
    for (const mark of line.marks) changes.push({ kind: 'mark', value: { ...mark, instId } });
  }
  for (const value of world.oauthClients.values()) changes.push({ kind: 'oauthClient', value });
  for (const value of world.grants.values()) changes.push({ kind: 'grant', value });
  for (const ledger of world.ledgers.values()) {
    changes.push({ kind: 'account', value: ledger.account });
    for (const value of ledger.orders) changes.push({ kind: 'order', value });
    for (const value of ledger.positions.values()) changes.push({ kind: 'position', value });
    for (const value of ledger.algos.values()) changes.push({ kind: 'algo', value });
    for (const value of ledger.fills) changes.push({ kind: 'fill', value });
    for (const value of ledger.bills) changes.push({ kind: 'bill', value });
  }
  return changes;
}

function describe(world: World, sockets: number): Raw {
  return {
    now: world.clock.now(),
    sockets,
    markets: [...world.lines.values()].map((line) => ({
      instId: line.instrument.instId,
      last: formatQuanta(BigInt(line.ticks) * line.instrument.tick),
      isHeld: isHeld(line),
      isRecorded: line.path.isRecorded,
      marketAt: line.walkedTo,
      candlesLeft: line.recorded ? line.recorded.rows - 1 - line.recorded.rowOf(line.walkedTo) : null,
    })),
    accounts: [...world.ledgers.values()].map(({ account, pending, fills, bills, positions }) => ({
      accountId: account.accountId,
      label: account.label,
      posMode: account.posMode,
      cash: formatQuanta(account.cash),
      pending: pending.size,
      fills: fills.length,
      bills: bills.length,
      openPositions: [...positions.values()].filter((position) => position.lots > 0n).length,
    })),
  };
}
