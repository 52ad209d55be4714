// The exchange in memory: it takes requests and socket messages, and returns responses and pushes. It has no network sockets, timers or files.
import { BadRecording } from '../market/bad-recording.ts';
import { accountKeys, openAccount, type AccountKeys, type NewAccount } from '../accounts/open-account.ts';
import { performAction } from '../accounts/account-actions.ts';
import { text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { countHandshake } from '../access/handshake-rates.ts';
import { summarise, snapshot } from './core-state.ts';
import { step } from './core-step.ts';
import { deliverMarkets, deliverNotices } from '../socket/delivery.ts';
import { applyFault } from '../faults/fault-commands.ts';
import { createFaultQueue, type Fault } from '../faults/request-faults.ts';
import { instruments } from '../market/instruments.ts';
import { lbankResponse } from '../lbank/lbank-calls.ts';
import { accountLedger } from './account-ledger.ts';
import { sandboxLimits } from '../limits.ts';
import { announceMaintenance } from './maintenance.ts';
import { isHeld, type ManualPrice, type ClockSegment } from '../market/market-timeline.ts';
import { advanceCandles, advancePrices, startMarkets, walkMarkets, type MarketPlan } from '../market/market-clock.ts';
import type { PricePath } from '../market/price-path.ts';
import type { SandboxClock } from '../ports.ts';
import { formatBaseUnits, parseBaseUnits } from '../base-units.ts';
import type { Change } from '../state/records.ts';
import { readRecording } from '../market/recorded-path.ts';
import { mayConnect, route } from '../rest/router.ts';
import { changeRules } from '../market/rule-change.ts';
import { environmentOf, type SocketOrigin } from '../access/sign-in.ts';
import type { CoreRequest } from '../wire/request.ts';
import { createDeliveryFilter } from '../socket/delivery-filter.ts';
import { openSession, receive, scopeOf, type SocketOpening } from '../socket/socket-session.ts';
import type { SocketSession } from '../socket/session.ts';
import { browse, configureOauth, type WebResponse } from '../oauth/web-pages.ts';
import { finishRestore, restoreChange } from '../state/restore.ts';
import { createWorld, type World } from '../state/world.ts';

/**
 * The options of an exchange. With speed 0, only the command `advance` changes the prices. `replay.text` is a candle file or a trade file. `restore` contains
 * the records of a journal.
 */
export interface ExchangeCoreOptions {
  readonly seed: string | number;
  readonly clock: SandboxClock;
  readonly speed?: number;
  readonly replay?: { readonly instId: string; readonly text: string };
  readonly accounts?: readonly NewAccount[];
  readonly restore?: Iterable<Change>;
  /** The synthetic price paths that are computed already. Exchanges with one seed may share this map, so that each day is computed once. */
  readonly paths?: Map<string, PricePath>;
}

/** One client socket of the core. Listeners are called only during `send`, `flush` and `step`. */
export interface CoreSocket {
  send(message: string): void;
  onMessage(listener: (message: string) => void): void;
  onClose(listener: (code: number, reason: string) => void): void;
  close(): void;
}

/** A command that moves a market with speed 0: first through `prices` (decimal texts), then by a number of candles. */
export interface Advance {
  readonly instId: string;
  readonly prices?: readonly string[];
  readonly candles?: number;
}

/**
 * The exchange. A request returns its response directly. `flush` and `step` send the pushes. So the response to a request always precedes the pushes that the
 * request causes.
 */
export interface ExchangeCore {
  readonly accounts: readonly AccountKeys[];
  request(request: CoreRequest): CoreResponse;
  /**
   * Counts a socket handshake of a source address. Returns false when the address has made too many handshakes in the
   * last second.
   */
  countHandshake(address: string): boolean;
  /** Opens a socket at a path with an optional query. Returns undefined when the socket is refused. */
  connect(path: string, from?: Partial<Pick<SocketOrigin, 'host' | 'address'>>): CoreSocket | undefined;
  /** Moves the markets to the current time, does all work whose time has come, and sends all pushes. */
  step(): void;
  /** Sends the queued pushes. */
  flush(): void;
  createAccount(wanted: NewAccount): AccountKeys | undefined;
  /** Applies a fault, an account action, a change of an instrument, or a maintenance window. Returns false when the command is invalid. */
  administer(what: 'faults' | 'acts' | 'instruments' | 'maintenance', raw: Raw): boolean;
  /** Removes and returns the fault for the next request on a path. The HTTP server applies the fault. */
  takeFault(path: string): Fault | undefined;
  readonly faults: number;
  /** Returns the response to a path outside the v5 API: consent pages, the token endpoint, and the calls of LBank. Returns undefined for any other path. */
  browse(request: CoreRequest): WebResponse | undefined;
  /** Registers OAuth programs and changes consents and keys, for tests and for the start of the server. Returns undefined when the command is refused. */
  configureOauth(name: string, raw: Raw): Raw | undefined;
  /** Moves the price of a market with speed 0. `reason` says why the command was refused. */
  advance(
    advance: Advance,
  ):
    | { readonly ok: true; readonly last: string; readonly candlesLeft: number | undefined }
    | { readonly ok: false; readonly reason: string };
  state(): Raw;
  /** Returns all records of the account with a label, for tests. Returns undefined when no account has the label. */
  ledger(label: string): Raw | undefined;
  /** Returns the records that have changed since the previous call, for a journal. */
  drainChanges(): Change[];
  /** Returns all records, for a snapshot. */
  allChanges(): Change[];
}

/** Creates an exchange. Throws when a recording cannot be read, or when the journal belongs to a market with another seed or recording. */
export function createExchangeCore(options: ExchangeCoreOptions): ExchangeCore {
  const world = createWorld(String(options.seed), options.clock);
  restore(world, options);
  const sessions = new Set<SocketSession>();
  for (const wanted of world.ledgers.size === 0 ? (options.accounts ?? []) : []) {
    if (!openAccount(world, wanted)) throw new Error(`the account ${wanted.label ?? ''} cannot be opened`);
  }
  const queue = createFaultQueue(world.switches.chance);
  let sockets = 0;
  const flush = (): void => {
    closeEnded(world, sessions);
    deliverNotices(world, sessions);
  };
  return {
    get accounts() {
      return accountKeys(world);
    },
    get faults() {
      return queue.count();
    },
    takeFault: (path) => queue.take(path),
    administer: (what, raw) =>
      what === 'faults' ? applyFault({ world, queue, sessions }, raw) : change(world, what, raw),
    request: (request) => {
      walkMarkets(world);
      return route(world, request);
    },
    countHandshake: (address) => countHandshake(world, address),
    connect: (target, from = {}) => {
      const scope = scopeOf(target.split('?')[0] ?? target);
      if (!scope || sessions.size >= sandboxLimits.sockets || !mayConnect(world)) return undefined;
      sockets += 1;
      const host = from.host ?? '';
      const origin = { host, address: from.address, environment: environmentOf(host) };
      return openSocket(world, sessions, { scope, origin, peers: sessions, connId: connIdOf(sockets) });
    },
    step: () => {
      step(world, sessions);
      flush();
      deliverMarkets(world, sessions);
    },
    flush,
    createAccount: (wanted) => openAccount(world, wanted),
    browse: (request) => lbankResponse(world, request) ?? browse(world, request),
    configureOauth: (name, raw) => configureOauth(world, name, raw),
    advance: (advance) => advanceMarket(world, advance),
    state: () => summarise(world, sessions.size),
    ledger: (label) => accountLedger(world, label),
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
  const stretches = new Map<string, ClockSegment[]>();
  const marks = new Map<string, ManualPrice[]>();
  for (const change of options.restore ?? []) {
    restoreChange(world, change);
    if (change.kind === 'stretch')
      stretches.set(change.value.instId, [...(stretches.get(change.value.instId) ?? []), change.value]);
    if (change.kind === 'mark')
      marks.set(change.value.instId, [...(marks.get(change.value.instId) ?? []), change.value]);
  }
  if (world.market !== '' && world.market !== market)
    throw new Error('the data folder belongs to a market with another seed or recording');
  world.market = market;
  startMarkets(
    world,
    { speed: options.speed ?? 1, replay: readReplay(options), paths: options.paths ?? new Map() },
    { stretches, marks },
  );
  finishRestore(world);
  for (const [instId, line] of world.timelines) world.publishedTicks.set(instId, line.ticks);
}

function readReplay(options: ExchangeCoreOptions): MarketPlan['replay'] {
  if (!options.replay) return undefined;
  const instrument = instruments.get(options.replay.instId);
  if (!instrument) throw new BadRecording(`the instrument ${options.replay.instId} of the recording does not exist`);
  const read = readRecording(options.replay.text, instrument);
  if (!read.ok)
    throw new BadRecording(
      `the recording cannot be replayed: error in line ${read.refusal.line}: ${read.refusal.reason}`,
    );
  return { instId: instrument.instId, path: read.path };
}

// Closes the sockets of deleted keys with 4007 (OKX v5).
function closeEnded(world: World, sessions: Set<SocketSession>): void {
  if (world.endedKeys.size === 0) return;
  for (const session of sessions) {
    if (session.signer && world.endedKeys.has(session.signer.key.apiKey))
      session.close(4007, 'The API key was updated or deleted.');
  }
  world.endedKeys.clear();
}

function connIdOf(number: number): string {
  return number.toString(16).padStart(8, '0');
}

function change(world: World, what: 'acts' | 'instruments' | 'maintenance', raw: Raw): boolean {
  if (what === 'acts') return performAction(world, raw);
  if (what === 'instruments') return changeRules(world, raw);
  const [inMs, forMs] = [Number(raw['inMs'] ?? 0), Number(raw['forMs'] ?? 60_000)];
  if (!Number.isInteger(inMs) || !Number.isInteger(forMs) || inMs < 0 || forMs <= 0) return false;
  announceMaintenance(world, { title: text(raw, 'title') || 'Planned maintenance', inMs, forMs });
  return true;
}

function openSocket(world: World, sessions: Set<SocketSession>, opening: SocketOpening): CoreSocket {
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (code: number, reason: string) => void = () => undefined;
  const session = openSession(world, opening, {
    send: createDeliveryFilter(world, (message) => onMessage(message)),
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

function advanceMarket(world: World, advance: Advance): ReturnType<ExchangeCore['advance']> {
  const line = world.timelines.get(advance.instId);
  if (!line) return { ok: false, reason: 'the instrument does not exist' };
  if (!isHeld(line))
    return {
      ok: false,
      reason: 'the market is running, and only a market that was started with speed 0 can be advanced',
    };
  const prices = (advance.prices ?? []).map((price) => parseBaseUnits(String(price)));
  const ticks = prices.flatMap((price) =>
    price !== undefined && price > line.instrument.tick && price % line.instrument.tick === 0n
      ? [Number(price / line.instrument.tick)]
      : [],
  );
  if (ticks.length !== prices.length || ticks.length > sandboxLimits.advancePrices)
    return { ok: false, reason: 'a price is not a multiple of the tick, or there are too many prices' };
  const count = advance.candles ?? 0;
  if (!Number.isInteger(count) || count < 0 || count > sandboxLimits.advancePrices)
    return { ok: false, reason: 'the field `candles` is not a whole number from 0 to 10000' };
  advancePrices(world, line, ticks);
  const candlesLeft = advanceCandles(world, line, count);
  return { ok: true, last: formatBaseUnits(BigInt(line.ticks) * line.instrument.tick), candlesLeft };
}
