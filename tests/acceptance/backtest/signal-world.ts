// A server with its database, its engine and a sandbox over real sockets, whose clock and prices change only when the test moves them. It runs one bot that waits for signals at a time.
import { rm } from 'node:fs/promises';
import type { BotDetailResponse, BotSignalList, CreateBotResponse, FillList } from '@rondo/contract';
import { candlesToCsv, columnsOf, type Candle } from '@rondo/backtest';
import { decimal, formatFixed } from '@rondo/decimal';
import { ethSwap } from '@rondo/testkit';
import { startWorld, until, validRequest, type TestWorld } from '../../../apps/server/tests/_world.ts';
import { fillKindOf, type FillLine } from './expected-fills.ts';
import { heldMarket, writeStandingMarket } from './held-market.ts';
import { ticksOf, type HeldMarket } from './lock-step.ts';
import type { Scene, SceneHour } from './signal-scenes.ts';

const hourMs = 3_600_000;
/** A signal is evaluated 2 s after the close of its bar. */
const afterCloseMs = 3_000;

/** The stored texts of a bot: its configuration, its events in their sequence, and the state to which the engine has folded them. */
export type StoredJournal = { readonly config: string; readonly events: readonly string[]; readonly state: string };

export interface SignalWorld {
  readonly market: HeldMarket;
  now(): number;
  /** Passes to the next full hour, and a little further. Returns the time of the full hour. */
  closeHour(): number;
  /** Returns the hours that have closed since `fromAt` as a file of candles. */
  candlesSince(fromAt: number): Promise<string>;
  setModel(kind: NonNullable<SceneHour['model']>): Promise<void>;
  createBot(scene: Scene): Promise<string>;
  /** Creates the secret address of the bot and returns the function that sends a message to it. */
  openHook(botId: string): Promise<(message: NonNullable<SceneHour['message']>) => Promise<void>>;
  detail(botId: string): Promise<BotDetailResponse>;
  signalsOf(botId: string): Promise<BotSignalList>;
  fillsOf(botId: string): Promise<readonly FillLine[]>;
  journalOf(botId: string): Promise<StoredJournal>;
  stopBot(botId: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the world at a full hour of its clock. */
export async function openSignalWorld(): Promise<SignalWorld> {
  const { folder, recording } = writeStandingMarket();
  const replay = { instId: ethSwap.id, file: recording };
  const world = await startWorld({ hold: true, hasOneClock: true, replay, usdt: '100000' });
  const market = await heldMarket(world.exchangeOrigin, 'member', ethSwap);
  const origin = await world.api.listen({ port: 0, host: '127.0.0.1' });
  const now = (): number => world.context.clock.now();
  const closeHour = (): number => {
    const closedAt = (Math.floor(now() / hourMs) + 1) * hourMs;
    world.passTime(closedAt + afterCloseMs - now());
    return closedAt;
  };
  closeHour();
  world.startJobs();
  const call = callerOf(world, origin);
  const detail = (botId: string) => call<BotDetailResponse>('GET', `/api/bots/${botId}`);
  return {
    market,
    now,
    closeHour,
    candlesSince: (fromAt) => candlesSince(world.exchangeOrigin, fromAt),
    setModel: (kind) => world.administer('model', { kind }),
    async createBot(scene) {
      const { id } = (await call<CreateBotResponse>('POST', '/api/bots', requestOf(scene))).bot;
      await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
      return id;
    },
    async openHook(botId) {
      const { path } = await call<{ path: string }>('POST', `/api/bots/${botId}/signal-hook`);
      return async (message) => {
        const time = new Date(now() - (message === 'late' ? 2 * 60_000 : 0)).toISOString();
        const body = JSON.stringify({ action: 'open', time });
        const response = await fetch(origin + path, { method: 'POST', body });
        if (response.status !== 202) throw new Error(`The message was refused: ${await response.text()}.`);
      };
    },
    detail,
    signalsOf: (botId) => call<BotSignalList>('GET', `/api/bots/${botId}/signals`),
    fillsOf: async (botId) => (await call<FillList>('GET', `/api/bots/${botId}/fills`)).items.map(lineOf),
    journalOf: (botId) => journalOf(world, botId),
    async stopBot(botId) {
      await call('PATCH', `/api/bots/${botId}/status`, { status: 'completed', close_position: true, is_last: true });
      await until(async () => (await detail(botId)).phase === 'completed', 'the bot has ended');
    },
    async close() {
      await world.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the function that calls the server in a new session, because the session of an earlier call may have ended on the clock of the test. */
function callerOf({ context, people }: TestWorld, origin: string) {
  return async <Body>(method: string, path: string, payload?: object): Promise<Body> => {
    const session = { userId: people.member.id, remember: false, now: context.clock.now() };
    const { accessToken } = await context.store.sessions.create({ ...session, withSecondFactor: false });
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}.`);
    return (await response.json()) as Body; // The contract defines the responses.
  };
}

function requestOf({ direction, entry }: Scene): object {
  const { basic, entry: plain, exit, ...rest } = validRequest();
  return {
    ...rest,
    basic: { ...basic, direction, max_total_size: '10000' },
    entry: {
      ...plain,
      ...entry,
      count: 3,
      risk_management: { ...plain.risk_management, step: 1 },
      // The distance of the settings. The model chooses another distance for its rounds, and the volatility gives one for each round.
      ...(entry.atr_multiplier === undefined ? { step_distance: '0.2' } : {}),
    },
    exit: { ...exit, take_profit: '0.2' },
  };
}

function lineOf({ kind, step, price, size, fee }: FillList['items'][number]): FillLine {
  return { kind: fillKindOf(kind), step: step ?? 0, price, size, fee: formatFixed(decimal(fee), 8) };
}

/** Reads the closed hours as another client of the exchange would read them. */
async function candlesSince(rest: string, fromAt: number): Promise<string> {
  const query = `instId=${ethSwap.id}&bar=1H&limit=300&before=${fromAt - 1}`;
  const response = await fetch(`${rest}/api/v5/market/history-candles?${query}`);
  const { data } = (await response.json()) as { readonly data: readonly (readonly string[])[] }; // OKX sends lists of texts.
  const closed = data.filter((row) => row.at(-1) === '1').toReversed();
  const price = (text: string | undefined): Candle['open'] => ticksOf(text ?? '', ethSwap) as Candle['open']; // A whole number of ticks.
  const candles = closed.map(([at, open, high, low, close]): Candle => {
    return { at: Number(at), open: price(open), high: price(high), low: price(low), close: price(close) };
  });
  return candlesToCsv(columnsOf(candles), ethSwap.tickSz);
}

async function journalOf({ context: { store } }: TestWorld, botId: string): Promise<StoredJournal> {
  const bot = await store.bots.find(botId);
  if (bot === null || bot.view === null) throw new Error('The bot has no stored state.');
  const { config, view } = bot;
  const upTo = view.eventPosition;
  const events = await store.journal.readEvents(botId, { after: 0, upTo, limit: upTo });
  return { config, events: events.map(({ body }) => body), state: view.state };
}
