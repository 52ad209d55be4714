// Compares the live product (sandbox, client and engine over real sockets) with the back-test. Both get the same prices and must have equal
// fills. Section 7 of docs/strategy.md lists how the back-test may differ from live trading. Only one of these differences, the spread of
// market orders, occurs in this test.
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { columnsOf, fillRowsOf, runBacktest, type BacktestConfig, type Candle } from '@rondo/backtest';
import {
  decimal,
  formatDecimal,
  formatFixed,
  priceOf,
  ticks,
  percent,
  percentToRatio,
  sizeOf,
  type Ticks,
} from '@rondo/decimal';
import { createEngine, type BotRow, type Clock } from '@rondo/engine';
import { createNodeTransport, createOkxExchange, createOkxPublic, localSigner } from '@rondo/exchange';
import { runSandbox } from '@rondo/sandbox';
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, ethSwap, seededChance, type MemoryJournal } from '@rondo/testkit';
import { afterAll, expect, test } from 'vitest';
import { comparable, fillKindOf, oneTickSpread, type FillLine } from './expected-fills.ts';
import { heldMarket, writeStandingMarket } from './held-market.ts';
import { walkInLockStep, type HeldMarket } from './lock-step.ts';

const accountId = 'account-1';
const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

const scenarios = [
  { direction: 'long', martinSteps: 4, cyclicSteps: 2 },
  { direction: 'short', martinSteps: 4, cyclicSteps: 1 },
] as const;

const { folder, recording } = writeStandingMarket();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(scenarios)(
  'the fills of a $direction bot with cyclic steps ($cyclicSteps) are equal in live trading and in the back-test',
  { timeout: 90_000 },
  async (scenario) => {
    const config = configOf(scenario);
    const live = await openLive(config);
    try {
      const candles = candlesFrom(live.market.start, scenario.direction);
      await walkInLockStep(
        live.market,
        { config, corners: candles.flatMap(cornersOf) },
        ({ summary }) => summary.rounds >= 1,
      );
      const columns = columnsOf(candles);
      const expected = fillRowsOf(columns, config, runBacktest(columns, config).fills);
      const actual = live.fills();
      expect(actual.length).toBeGreaterThanOrEqual(9);
      expect(actual.map(comparable)).toEqual(expected.slice(0, actual.length).map(comparable));
      expect(new Set(actual.map((line) => line.kind))).toEqual(new Set(['entry', 'cycle', 'exit']));
    } finally {
      await live.close();
    }
  },
);

/**
 * The distance of each closing price from the start price, in hundredths of a percent. A positive number is a move against the bot. At
 * these prices every step fills, the cyclic steps complete cycles, the base exit fills, and the next round opens.
 */
const closes = [0, 30, 65, 38, 66, 15, -45, -40] as const;

function candlesFrom(start: bigint, direction: 'long' | 'short'): readonly Candle[] {
  const against = direction === 'long' ? -1n : 1n;
  const prices = closes.map((each) => start + (against * start * BigInt(each)) / 10_000n);
  return prices.map((close, index) => {
    const open = prices[index - 1] ?? close;
    const [low, high] = open < close ? [open, close] : [close, open];
    return { at: index * 60_000, open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) };
  });
}

function configOf(scenario: (typeof scenarios)[number]): BacktestConfig {
  const bot = botConfig({
    ...scenario,
    allocation: decimal('2000'),
    leverage: decimal('10'),
    stepDistance: percentToRatio(percent('0.2')),
    takeProfit: percentToRatio(percent('0.2')),
    instrument: ethSwap,
  });
  return { bot, fill: 'through', path: 'byClose', slippage: oneTickSpread };
}

function cornersOf({ open, high, low, close }: Candle): readonly Ticks[] {
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

interface Live {
  readonly market: HeldMarket;
  readonly fills: () => readonly FillLine[];
  readonly close: () => Promise<void>;
}

/**
 * Starts an exchange whose prices change only when the test moves them, connects the real client to its sockets, and starts the engine with
 * one bot.
 */
async function openLive(config: BacktestConfig): Promise<Live> {
  const replay = { instId: ethSwap.id, file: recording };
  const sandbox = await runSandbox({ seed: 7, hold: true, accounts: [{ label: 'tested' }], replay });
  const transport = createNodeTransport();
  const [keys] = sandbox.accounts;
  if (keys === undefined) throw new Error('The sandbox has no account.');
  const log = { write: () => undefined };
  const chance = seededChance('parity/engine');
  const network = { restOrigin: sandbox.rest, wsBase: sandbox.ws, clock: wallClock, log, transport, chance };
  const shared = createOkxPublic({ ...network, environment: 'sandbox' });
  const signer = localSigner({ apiKey: keys.apiKey, secretKey: keys.secretKey, passphrase: keys.passphrase });
  const journal = createMemoryJournal(wallClock);
  const engine = createEngine({
    clock: wallClock,
    chance,
    log,
    journal: journal.connect('parity'),
    exchangeFor: () =>
      createOkxExchange({ ...network, signer, environment: 'sandbox', brokerTag: 'parity', market: shared }),
    clientIdKey: (text) => createHmac('sha256', 'parity').update(text).digest('hex'),
  });
  const row: BotRow = {
    botId: 'bot-1',
    botNumber: 1,
    accountId,
    instrumentId: config.bot.instrument.id,
    config: JSON.stringify(encode(config.bot)),
    createdAt: Date.now(),
  };
  journal.addBot(row);
  engine.start([accountId]);
  return {
    market: await heldMarket(sandbox.rest, 'tested', config.bot.instrument),
    fills: () => linesOf(journal, config),
    async close() {
      await engine.stop();
      shared.close();
      await transport.close();
      await sandbox.close();
    },
  };
}

/** Returns the fills that the engine booked, sorted like the fills of the exchange. */
function linesOf(journal: MemoryJournal, { bot }: BacktestConfig): readonly FillLine[] {
  const { tickSz, lotSz } = bot.instrument;
  return [...journal.contents.fills.values()]
    .toSorted((a, b) => (BigInt(a.billId) < BigInt(b.billId) ? -1 : 1))
    .map((fill) => ({
      kind: fillKindOf(fill.slot?.kind ?? 'none'),
      step: fill.slot?.step ?? 0,
      price: formatDecimal(priceOf(fill.price, tickSz)),
      size: formatDecimal(sizeOf(fill.lots, lotSz)),
      fee: formatFixed(fill.fee, 8),
    }));
}
