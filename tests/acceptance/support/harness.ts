// The test harness of the numbered cases. It connects our real client to an exchange in memory. The client and the exchange use one virtual clock.
import { lots, ticks } from '@rondo/decimal';
import type { ExchangeHint, Outcome, PlaceOrder, Report } from '@rondo/engine/ports';
import {
  createOkxExchange,
  localSigner,
  createOkxOauth,
  createOkxPublic,
  type OkxExchange,
  type OkxOauth,
  type OkxPublic,
  type Transport,
} from '@rondo/exchange';
import { okxOrderAckSchema } from '@rondo/protocol';
import {
  createExchangeCore,
  type AccountKeys,
  type CoreSocket,
  type ExchangeCore,
  type NewAccount,
} from '@rondo/sandbox';
import { createVirtualClock, type VirtualClock } from '@rondo/testkit';
import { judgeCommand, type CommandVerb } from '../../../packages/exchange/src/okx/commands/outcome.ts';
import { createOkxRest, type OkxRest } from '../../../packages/exchange/src/okx/rest/rest.ts';
import { ETH, present } from './venue.ts';

/** The broker code that every order of our client must contain in its tag. */
export const brokerTag = 'rondo0accept';
/** 2025-03-20 12:00:30 UTC. This time is in the middle of a minute and between two fundings. */
const startAt = 1_742_472_030_000;

export type Fields = Readonly<Record<string, unknown>>;

/** A response that the REST layer of our client has parsed. */
export interface ClientResponse {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly rows: readonly Fields[];
  readonly row: Fields;
}

/** The response to an order command with the outcome that our client derives from it. */
export interface Commanded extends ClientResponse {
  readonly outcome: Outcome<string>;
}

/** A command that our client sent. */
export interface Sent {
  readonly path: string;
  readonly body: unknown;
}

export interface Harness {
  readonly core: ExchangeCore;
  readonly clock: VirtualClock;
  readonly keys: AccountKeys;
  readonly exchange: OkxExchange;
  readonly market: OkxPublic;
  /** Our OAuth client. It is registered at the exchange as the program `rondo`. */
  readonly oauth: OkxOauth;
  readonly instrument: PlaceOrder['instrument'];
  readonly sent: readonly Sent[];
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ClientResponse>;
  post(path: string, body: unknown, deadlineAt?: number): Promise<ClientResponse>;
  /** Sends an order command to trade/<path>. Returns the response and the outcome that our client derives from the first row of the response. */
  command(path: string, body: unknown, verb?: CommandVerb): Promise<Commanded>;
  /** Sends trade/order. The default is a limit order to buy 1 contract at 1990. */
  order(fields?: Fields): Promise<Commanded>;
  /** Opens a position with a market order. */
  open(size?: string, side?: 'buy' | 'sell', fields?: Fields): Promise<void>;
  /** Places a stop. The default stop sells 1 contract at 1950. */
  stop(fields?: Fields): Promise<ClientResponse>;
  /** Places an order with the method `place` of our client. The default is a limit order to buy 1 contract at 1990. */
  place(
    fields: Partial<PlaceOrder> & { readonly clientId: string },
  ): Promise<Outcome<{ readonly venueOrderId: string }>>;
  walk(...prices: readonly (string | number)[]): void;
  pass(ms: number): Promise<void>;
  accountAction(act: string, fields?: Fields): void;
  fault(kind: string, fields?: Fields): void;
  hints(): readonly ExchangeHint[];
  socket(path: string): RawSocket;
}

/** Opens a raw socket of the exchange that can send any message. */
export interface RawSocket {
  readonly frames: readonly Fields[];
  readonly texts: readonly string[];
  readonly closed: () => number | undefined;
  send(message: unknown): void;
}

/** The candles of a recorded market with the constant price 2000. An order on a recorded market never fills in parts. */
export const quietRecording = ['ts_ms,open,high,low,close,volume'].concat(
  Array.from({ length: 20 }, (_, row) => `${row * 60_000},2000.00,2000.00,2000.00,2000.00,10`),
);

export interface HarnessOptions {
  readonly account?: NewAccount;
  /** The host name that our client connects to. */
  readonly host?: string;
  readonly environment?: 'live' | 'demo' | 'sandbox';
  readonly credentials?: Partial<AccountKeys>;
  /** The difference in milliseconds between the clock of the client and the clock of the exchange. */
  readonly clientOffsetMs?: number;
}

/** Creates an exchange with a market at the price 2000 and two accounts, and connects our client to the account `tested`. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const clock = createVirtualClock(startAt);
  const core = createExchangeCore({
    seed: 'acceptance',
    clock,
    speed: 0,
    accounts: [{ label: 'tested', ...options.account }, { label: 'other' }],
    replay: { instId: ETH, text: quietRecording.join('\n') },
  });
  const keys = present(core.accounts[0], 'account');
  const sent: Sent[] = [];
  const clientClock = {
    now: () => clock.now() + (options.clientOffsetMs ?? 0),
    after: (ms: number, run: () => void) => clock.after(ms, run),
  };
  const common = {
    restOrigin: `http://${options.host ?? 'exchange.test'}`,
    wsBase: `ws://${options.host ?? 'exchange.test'}/ws/v5`,
    clock: clientClock,
    chance: { next: () => 0 },
    log: { write: () => undefined },
    transport: memoryTransport(core, clock, sent),
  };
  const signer = localSigner({ ...keys, ...options.credentials });
  const environment = options.environment ?? 'sandbox';
  const market = createOkxPublic({ ...common, environment: 'sandbox' });
  const exchange = createOkxExchange({ ...common, signer, environment, brokerTag, market });
  const rest = createOkxRest({ ...common, origin: common.restOrigin, signer, environment });
  const instrument = present(await rulesOf(market), 'instrument');
  const oauth = createOkxOauth({ ...common, clientId: 'rondo', readClientSecret: async () => 'shh' });
  return {
    core,
    clock,
    keys,
    exchange,
    market,
    oauth,
    instrument,
    sent,
    ...calls(rest),
    ...marketControls(core, clock),
    ...orders(),
  };

  function orders(): Pick<Harness, 'order' | 'open' | 'stop' | 'place' | 'hints'> {
    const { command, post } = calls(rest);
    const base = { instId: ETH, tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '1' };
    return {
      order: (fields = {}) => command('order', { ...base, px: '1990', tag: brokerTag, ...fields }),
      async open(size = '1', side = 'buy', fields = {}) {
        const done = await command('order', { ...base, side, ordType: 'market', sz: size, tag: brokerTag, ...fields });
        if (done.outcome.kind !== 'accepted')
          throw new Error(`The position was not opened: ${JSON.stringify(done.outcome)}.`);
      },
      stop: (fields = {}) =>
        post('trade/order-algo', {
          ...base,
          side: 'sell',
          ordType: 'conditional',
          slTriggerPx: '1950',
          slOrdPx: '-1',
          reduceOnly: true,
          ...fields,
        }),
      place: (fields) =>
        exchange.place({
          instrument,
          positionSide: 'long',
          side: 'buy',
          type: 'limit',
          price: ticks(199_000n),
          lots: lots(100n),
          reduces: false,
          deadlineAt: clock.now() + 4_000,
          ...fields,
        }),
      hints() {
        const hints: ExchangeHint[] = [];
        exchange.listen((hint) => hints.push(hint), [instrument], { isManaged: true, triggers: true, prices: true });
        return hints;
      },
    };
  }
}

function calls(rest: OkxRest): Pick<Harness, 'get' | 'post' | 'command'> {
  let count = 0;
  const send = async (
    call: { path: string; query?: Readonly<Record<string, string>>; body?: unknown },
    deadlineAt?: number,
  ): Promise<Awaited<ReturnType<OkxRest['send']>>> =>
    rest.send({
      ...call,
      // Each call has its own bucket. Otherwise our client would delay calls, and the cases could not reach the request limits of the exchange.
      bucket: `call ${(count += 1)}`,
      limit: 1_000,
      // With `isAboutKey`, our client also sends a request when the exchange has refused the key. The cases need such requests.
      isAboutKey: true,
      priority: 'close',
      ...(deadlineAt === undefined ? {} : { deadlineAt }),
    });
  const post: Harness['post'] = async (path, body, deadlineAt) =>
    readResponse(await send({ path: `/api/v5/${path}`, body }, deadlineAt));
  return {
    post,
    get: async (path, query = {}) => readResponse(await send({ path: `/api/v5/${path}`, query })),
    async command(path, body, verb = 'place') {
      const result = await send({ path: `/api/v5/trade/${path}`, body });
      const outcome = judgeCommand(result, verb, {
        ack: okxOrderAckSchema,
        value: (ack) => ack.ordId,
        log: { write: () => undefined },
      });
      return { ...readResponse(result), outcome };
    },
  };
}

function marketControls(
  core: ExchangeCore,
  clock: VirtualClock,
): Pick<Harness, 'walk' | 'pass' | 'accountAction' | 'fault' | 'socket'> {
  return {
    walk(...prices) {
      const moved = core.advance({ instId: ETH, prices: prices.map(String) });
      if (!moved.ok) throw new Error(moved.reason);
      core.step();
    },
    async pass(ms) {
      // The clock passes a long duration in at most 400 parts, because no case needs an exact time within a long duration.
      const step = Math.max(250, Math.ceil(ms / 400));
      const endAt = clock.now() + ms;
      while (clock.now() < endAt) {
        await clock.runUntil(Math.min(endAt, clock.now() + step));
        core.step();
        await clock.flushPromises();
      }
    },
    accountAction(act, fields = {}) {
      if (!core.administer('acts', { label: 'tested', act, ...fields }))
        throw new Error(`The sandbox refused the account action ${act}.`);
      core.step();
    },
    fault(kind, fields = {}) {
      if (!core.administer('faults', { kind, ...fields })) throw new Error(`The sandbox refused the fault ${kind}.`);
    },
    socket: (path) => openRaw(core, path),
  };
}

async function rulesOf(market: OkxPublic): Promise<PlaceOrder['instrument'] | undefined> {
  const report = await market.instrument(ETH);
  return report.ok ? report.value?.rules : undefined;
}

function readResponse(result: Awaited<ReturnType<OkxRest['send']>>): ClientResponse {
  if (result.kind !== 'received') throw new Error(`Our client received no response: ${result.cause}.`);
  // The rows of the paths that the harness requests are records.
  const rows = result.envelope.data as readonly Fields[];
  return { status: result.status, code: result.envelope.code, msg: result.envelope.msg, rows, row: rows[0] ?? {} };
}

/** Creates a transport that calls the exchange in memory and stores every command. */
export function memoryTransport(core: ExchangeCore, clock: VirtualClock, sent: Sent[]): Transport {
  return {
    request(request) {
      const url = new URL(request.url);
      if (request.method === 'POST') sent.push({ path: url.pathname, body: JSON.parse(request.body || '{}') });
      const asked = {
        method: request.method,
        path: url.pathname,
        query: url.search.slice(1),
        headers: { host: url.host, ...request.headers },
        ...(request.body === null ? {} : { body: request.body }),
      };
      const page = core.browse(asked);
      if (page !== undefined) return Promise.resolve(page);
      const response = core.request(asked);
      core.flush();
      return Promise.resolve({ status: response.status, headers: {}, text: JSON.stringify(response.json) });
    },
    openSocket(url) {
      const { pathname, host } = new URL(url);
      let link: CoreSocket | undefined;
      let whenOpen: () => void = () => undefined;
      let whenMessage: (text: string) => void = () => undefined;
      let whenClosed: (code: number, reason: string) => void = () => undefined;
      clock.after(1, () => {
        link = core.connect(pathname, { host });
        if (link === undefined) return whenClosed(1006, 'refused');
        link.onMessage((text) => whenMessage(text));
        link.onClose((code, reason) => whenClosed(code, reason));
        whenOpen();
      });
      return {
        send(text) {
          link?.send(text);
          core.flush();
        },
        close: () => link?.close(),
        onDial: (listener) => listener(),
        onOpen: (listener) => void (whenOpen = listener),
        onMessage: (listener) => void (whenMessage = listener),
        onClose: (listener) => void (whenClosed = listener),
      };
    },
  };
}

function openRaw(core: ExchangeCore, path: string): RawSocket {
  const link = present(core.connect(path), `socket ${path}`);
  const texts: string[] = [];
  let closedWith: number | undefined;
  link.onMessage((text) => void texts.push(text));
  link.onClose((code) => void (closedWith = code));
  return {
    texts,
    get frames() {
      // Every frame except the pong is a JSON record.
      return texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text) as Fields);
    },
    closed: () => closedWith,
    send(message) {
      link.send(typeof message === 'string' ? message : JSON.stringify(message));
      core.flush();
    },
  };
}

/** Returns the value of a report. Throws when the report has failed. */
export function valueOf<T>(report: Report<T>): T {
  if (!report.ok) throw new Error(`The read failed: ${report.cause}.`);
  return report.value;
}
