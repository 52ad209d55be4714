// Helpers of the tests of this folder: a sandbox with real sockets, clients of the sandbox, and waits with a time
// limit.
import type { Clock, ExchangeHint, Log, Outcome, PlaceOrder, Report } from '@rondo/engine/ports';
import { lots, ticks } from '@rondo/decimal';
import { runSandbox, type AccountKeys, type NewAccount, type RunningSandbox } from '@rondo/sandbox';
import {
  createNodeTransport,
  createOkxExchange,
  localSigner,
  createOkxPublic,
  type OkxExchange,
  type OkxPublic,
  type TextSocket,
  type Transport,
} from '../src/index.ts';
import { requestTimeoutMs, transportSlackMs } from '../src/limits.ts';
import type { InstrumentRules } from '../src/okx/reads/translate.ts';

/** The delays of timers are divided by this number, so that a test does not wait for long reconnect delays. */
const timerSpeed = 20;
/** The time limit of a request is not divided, because a loaded machine needs more than a twentieth of it for a response. */
const undividedMs = requestTimeoutMs + transportSlackMs;

export const fastClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs === undividedMs ? delayMs : delayMs / timerSpeed);
    return { cancel: () => clearTimeout(timer) };
  },
};

export interface ExchangeHarness {
  readonly sandbox: RunningSandbox;
  readonly exchange: OkxExchange;
  readonly market: OkxPublic;
  readonly instrument: InstrumentRules;
  readonly logged: string[];
  /** Closes every socket of the client. */
  cutSockets(): void;
  /**
   * Makes the sandbox simulate a fault for requests to a path. When `details` is a number, it is the number of affected
   * requests.
   */
  fault(path: string, kind: string, details?: number | Readonly<Record<string, unknown>>): Promise<void>;
  advance(prices: readonly string[]): Promise<void>;
  hints(): { readonly heard: ExchangeHint[]; close(): void };
  place(
    fields: Partial<PlaceOrder> & { readonly clientId: string },
  ): Promise<Outcome<{ readonly venueOrderId: string }>>;
  close(): Promise<void>;
}

/** Starts a sandbox with one account, whose settings are `account`. Only the test changes the prices. */
export async function openHarness(account: NewAccount = {}): Promise<ExchangeHarness> {
  const sandbox = await runSandbox({ seed: 7, hold: true, accounts: [{ label: 'tested', ...account }] });
  const network = createNodeTransport();
  const sockets = new Set<TextSocket>();
  const transport: Transport = {
    request: (request) => network.request(request),
    openSocket(url, urgency) {
      const socket = network.openSocket(url, urgency);
      sockets.add(socket);
      return socket;
    },
  };
  const logged: string[] = [];
  const log: Log = { write: (_level, event) => void logged.push(event) };
  const common = {
    restOrigin: sandbox.rest,
    wsBase: sandbox.ws,
    clock: fastClock,
    log,
    transport,
    chance: { next: () => 0 },
  };
  const market = createOkxPublic({ ...common, environment: 'sandbox' });
  const [keys] = sandbox.accounts;
  if (keys === undefined) throw new Error('The sandbox has no account.');
  const exchange = createOkxExchange({
    ...common,
    signer: localSigner(keys satisfies AccountKeys),
    environment: 'sandbox',
    brokerTag: 'rondo0test',
    market,
  });
  const instrument = valueOf(await market.instrument('ETH-USDT-SWAP'))?.rules;
  if (instrument === undefined) throw new Error('The sandbox does not list ETH.');
  const listeners: { close(): void }[] = [];
  return {
    sandbox,
    exchange,
    market,
    instrument,
    logged,
    cutSockets() {
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
    fault: (path, kind, details = 1) =>
      administer(sandbox, 'faults', { path, kind, ...(typeof details === 'number' ? { count: details } : details) }),
    advance: (prices) => administer(sandbox, 'advance', { instId: instrument.id, prices }),
    hints() {
      const heard: ExchangeHint[] = [];
      const listener = exchange.listen((hint) => heard.push(hint), [instrument], {
        isManaged: true,
        triggers: true,
        prices: true,
      });
      listeners.push(listener);
      return { heard, close: () => listener.close() };
    },
    place: (fields) =>
      exchange.place({
        instrument,
        positionSide: 'long',
        side: 'buy',
        type: 'limit',
        price: ticks(200_000n),
        lots: lots(100n),
        reduces: false,
        deadlineAt: exchange.venueNow() + 4_000,
        ...fields,
      }),
    async close() {
      for (const listener of listeners) listener.close();
      market.close();
      await network.close();
      await sandbox.close();
    },
  };
}

/** Returns the value of a report. Throws an error when the report failed. */
export function valueOf<T>(report: Report<T>): T {
  if (!report.ok) throw new Error(`The reading failed: ${report.cause}`);
  return report.value;
}

/** Waits until the condition is true, for at most 30 seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limitAt = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > limitAt) throw new Error('The condition was not true within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function administer(sandbox: RunningSandbox, what: string, body: unknown): Promise<void> {
  const response = await fetch(`${sandbox.rest}/sandbox/${what}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox refused ${what}: ${await response.text()}`);
}
