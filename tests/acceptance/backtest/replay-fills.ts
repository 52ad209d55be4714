// `npm run replay -- --file F [--symbol S] [--config C] [--rounds N] [--cycles N]` runs the product on a recorded market and compares the
// expected and the actual fills. At each price at which an order acts, the market waits until the product has placed all orders that the
// back-test expects.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decimal, formatDecimal, isZero, priceOf, subtract, ticks } from '@rondo/decimal';
import { candlesIn, parseCandles, type BacktestConfig } from '@rondo/backtest';
import { logIn, type Client } from '../../e2e/support/client.ts';
import { exchangeOf, readLedger } from '../../e2e/support/exchange-truth.ts';
import { buildProduct, discardHome, newHome, startProduct, waitFor } from '../../e2e/support/product.ts';
import { expectedOver, fillKindOf, linesOf, type FillLine } from './expected-fills.ts';
import { ticksOf, walkInLockStep } from './lock-step.ts';
import { configAt, creationOf } from './replay-bot.ts';
import { linkRecording, readOptions } from './replay-options.ts';

const acceptedWithinMs = 40_000;
const options = readOptions();
const { symbol } = options;
const write = (line: string): void => void process.stdout.write(`${line}\n`);

await buildProduct();
const home = newHome();
const environment = {
  RONDO_DEMO: 'none',
  RONDO_SANDBOX_SPEED: '0',
  RONDO_SANDBOX_REPLAY: linkRecording(options, home),
};
const product = await startProduct({ home, environment });
try {
  const config = await configAt(exchangeOf(home).rest, symbol, options.config);
  const client = await logIn(product);
  const botId = await createBot(client);
  const { walked, failure } = await walkUntilDone(config);
  const actual = await actualLines(client, botId);
  const { positions } = await readLedger(home);
  const isOpen = positions.some((position) => position['instId'] === symbol);
  const unexplained = compare(linesOf(expectedOver(config, walked), config), actual, isOpen);
  if (failure !== null) write(failure);
  process.exitCode = unexplained === 0 && failure === null ? 0 : 1;
} finally {
  await product.stop();
  await discardHome(home);
}

async function createBot(client: Client): Promise<string> {
  const order = creationOf(options.config, symbol);
  let botId = '';
  await waitFor('the bot to be accepted', acceptedWithinMs, async () => {
    const { status, body } = await client.call('POST', '/api/bots', order);
    if (status === 503) return false;
    if (status >= 300) throw new Error(`The creation of the bot returned ${status}: ${JSON.stringify(body)}.`);
    botId = String((body['bot'] as Record<string, unknown>)['id']); // The contract defines the response.
    return true;
  });
  return botId;
}

/**
 * Moves the market until the requested rounds and cycles are complete, a stop loss has acted, or no candle is left. After a stop loss the
 * bot waits by the clock of the machine. Returns every price at which the market was, and the reason when the orders of the product were
 * not the expected orders.
 */
async function walkUntilDone(
  config: BacktestConfig,
): Promise<{ readonly walked: readonly bigint[]; readonly failure: string | null }> {
  const { corners, start } = await readCorners(config);
  const walked = [start];
  const advance = async (prices: readonly bigint[]): Promise<void> => {
    await moveTo(prices, config);
    walked.push(...prices);
  };
  try {
    await walkInLockStep(
      { start, advance, resting: readResting },
      { config, corners },
      ({ summary, fills }) =>
        (summary.rounds >= options.rounds && summary.cycles >= options.cycles) || fills.at(-1)?.kind === 'stop',
    );
    return { walked, failure: null };
  } catch (error) {
    return { walked, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the prices of the candles that the sandbox has not replayed yet (`corners`), and the current price of the sandbox (`start`). The prices are in ticks. */
async function readCorners(
  config: BacktestConfig,
): Promise<{ readonly corners: readonly bigint[]; readonly start: bigint }> {
  const bytes = readFileSync(options.file);
  const text = (options.file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const parsed = parseCandles(text, config.bot.instrument.tickSz);
  if (!parsed.ok) throw new Error(`${options.file}:${parsed.refusal.line}: ${parsed.refusal.reason}`);
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/state`);
  const state = (await response.json()) as { markets: { instId: string; last: string; candlesLeft: number | null }[] };
  const market = state.markets.find((each) => each.instId === symbol);
  if (market === undefined || market.candlesLeft === null) throw new Error('The exchange does not replay a recording.');
  const candles = [...candlesIn(parsed.columns)].slice(-market.candlesLeft);
  const isLong = config.bot.direction === 'long';
  const corners = candles.flatMap(({ open, high, low, close }) => {
    const isLowFirst = config.path === 'byClose' ? close >= open : (config.path === 'adverseFirst') === isLong;
    return isLowFirst ? [open, low, high, close] : [open, high, low, close];
  });
  return { corners, start: ticksOf(market.last, config.bot.instrument) };
}

async function moveTo(prices: readonly bigint[], { bot }: BacktestConfig): Promise<void> {
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/advance`, {
    method: 'POST',
    body: JSON.stringify({
      instId: symbol,
      prices: prices.map((price) => formatDecimal(priceOf(ticks(price), bot.instrument.tickSz))),
    }),
  });
  if (!response.ok) throw new Error(`The sandbox refused to move the market: ${await response.text()}.`);
}

async function readResting(): Promise<readonly string[]> {
  const { orders } = await readLedger(home);
  const live = orders.filter((order) => order['state'] === 'live' || order['state'] === 'partially_filled');
  return live.map((order) => `${order['side']} ${order['px']} ${order['sz']}`).toSorted();
}

async function actualLines(client: Client, botId: string): Promise<readonly FillLine[]> {
  const { body } = await client.call('GET', `/api/bots/${botId}/fills`);
  const items = body['items'] as readonly Record<string, string | number>[]; // The contract defines this shape.
  return items.map((item) => ({
    kind: fillKindOf(String(item['kind'])),
    step: Number(item['step']),
    price: String(item['price']),
    size: String(item['size']),
    fee: String(item['fee']),
  }));
}

/** Writes one line per fill. `isOpen` is true when the exchange shows a position after the walk. Returns the number of unexplained lines. */
function compare(expected: readonly FillLine[], actual: readonly FillLine[], isOpen: boolean): number {
  const show = (line: FillLine | undefined): string =>
    (line === undefined ? 'nothing' : `${line.kind} ${line.step} ${line.size} @ ${line.price} fee ${line.fee}`).padEnd(
      48,
    );
  let unexplained = 0;
  let explained = expected.filter((line) => line.takes === true).length;
  for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
    const [left, right] = [expected[index], actual[index]];
    const isSame = left !== undefined && right !== undefined && isEqual(left, right);
    // The back-test ends at the liquidation price of the allocation. The account has more equity, so the exchange keeps the position.
    const isOnlyExpected = isOpen && left?.kind === 'liquidation' && right === undefined;
    if (isOnlyExpected) explained += 1;
    else if (!isSame) unexplained += 1;
    write(`${String(index + 1).padStart(3)} ${show(left)} ${show(right)} ${verdictOf(isSame, isOnlyExpected, left)}`);
  }
  const count = (kind: string): number => actual.filter((line) => line.kind === kind).length;
  const compared = Math.max(expected.length, actual.length);
  write(`${symbol}: ${count('exit')} rounds, ${count('cycle')} cycles, ${count('stop')} stops`);
  write(`${compared} lines compared, ${explained} explained, ${unexplained} unexplained`);
  write(
    'Explained (strategy 7): an order that is marketable when it is placed fills as taker. A market order pays the spread of one tick. ' +
      'The back-test liquidates on the allocation, and the exchange on the equity of the account.',
  );
  return unexplained;
}

function verdictOf(isSame: boolean, isOnlyExpected: boolean, left: FillLine | undefined): string {
  if (isOnlyExpected) return 'the equity of the account prevents the liquidation';
  if (!isSame) return 'UNEXPLAINED';
  return left?.takes === true ? 'same, taker when placed' : 'same';
}

function isEqual(left: FillLine, right: FillLine): boolean {
  const equals = (a: string, b: string): boolean => isZero(subtract(decimal(a), decimal(b)));
  return (
    left.kind === right.kind &&
    left.step === right.step &&
    equals(left.price, right.price) &&
    equals(left.size, right.size) &&
    equals(left.fee, right.fee)
  );
}
