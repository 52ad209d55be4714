// `npm run replay -- --file <1m candles.csv[.gz]>` runs the product on a recorded market and lists the expected and the actual fills.
// At each price that fills a resting order, the market waits until the product has placed all orders that the back-test expects.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { decimal, formatDecimal, isZero, priceOf, subtract, ticks } from '@rondo/decimal';
import { candlesIn, parseBacktestConfig, parseCandles, type BacktestConfig } from '@rondo/backtest';
import { botOrder, logIn, type Client } from '../../e2e/support/client.ts';
import { exchangeOf, readLedger } from '../../e2e/support/exchange-truth.ts';
import { buildProduct, discardHome, newHome, startProduct, waitFor } from '../../e2e/support/product.ts';
import { recordedFolder } from '../../recordings.ts';
import { expectedOver, linesOf, oneTickSpread, type FillLine } from './expected-fills.ts';
import { ticksOf, walkInLockStep } from './lock-step.ts';

const instrumentId = 'ETH-USDT-SWAP';
const acceptedWithinMs = 40_000;
const wanted = { rounds: 3, cycles: 2 };

const config: BacktestConfig = { ...readConfig(), slippage: oneTickSpread };
const { tickSz } = config.bot.instrument;
const { values } = parseArgs({
  options: { file: { type: 'string', default: path.join(recordedFolder, 'okx-swap/ETH-USDT-SWAP_1m_2025-03.csv.gz') } },
});
const file = path.resolve(values.file);
const write = (line: string): void => void process.stdout.write(`${line}\n`);

await buildProduct();
const home = newHome();
const environment = { RONDO_DEMO: 'none', RONDO_SANDBOX_SPEED: '0', RONDO_SANDBOX_REPLAY: file };
const product = await startProduct({ home, environment });
try {
  const client = await logIn(product);
  const botId = await createBot(client);
  const walked = await walkUntilDone();
  const actual = await actualLines(client, botId);
  process.exitCode = compare(linesOf(expectedOver(config, walked), config), actual) === 0 ? 0 : 1;
} finally {
  await product.stop();
  await discardHome(home);
}

async function createBot(client: Client): Promise<string> {
  const order = botOrder({ symbol: instrumentId, takeProfit: '0.2', stepDistance: '0.2', allocation: 2000 });
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

/** Moves the market until the requested rounds and cycles are complete. Returns every price at which the market was. */
async function walkUntilDone(): Promise<readonly bigint[]> {
  const { corners, start } = await readCorners();
  return walkInLockStep(
    { start, advance, resting: readResting },
    { config, corners },
    ({ rounds, cycles }) => rounds >= wanted.rounds && cycles >= wanted.cycles,
  );
}

/** Returns the prices of the candles that the sandbox has not replayed yet (`corners`), and the current price of the sandbox (`start`). The prices are in ticks. */
async function readCorners(): Promise<{ readonly corners: readonly bigint[]; readonly start: bigint }> {
  const bytes = readFileSync(file);
  const parsed = parseCandles((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'), tickSz);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/state`);
  const state = (await response.json()) as { markets: { instId: string; last: string; candlesLeft: number | null }[] };
  const market = state.markets.find((each) => each.instId === instrumentId);
  if (market === undefined || market.candlesLeft === null) throw new Error('The exchange does not replay a recording.');
  const candles = [...candlesIn(parsed.columns)].slice(-market.candlesLeft);
  const corners = candles.flatMap(({ open, high, low, close }) =>
    close >= open ? [open, low, high, close] : [open, high, low, close],
  );
  return { corners, start: ticksOf(market.last, config.bot.instrument) };
}

async function advance(prices: readonly bigint[]): Promise<void> {
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/advance`, {
    method: 'POST',
    body: JSON.stringify({
      instId: instrumentId,
      prices: prices.map((price) => formatDecimal(priceOf(ticks(price), tickSz))),
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
  const kinds: Readonly<Record<string, string>> = { takeProfit: 'cycle', baseExit: 'exit' };
  const { body } = await client.call('GET', `/api/bots/${botId}/fills`);
  const items = body['items'] as readonly Record<string, string | number>[]; // The contract defines this shape.
  return items.map((item) => ({
    kind: kinds[String(item['kind'])] ?? String(item['kind']),
    step: Number(item['step']),
    price: String(item['price']),
    size: String(item['size']),
    fee: String(item['fee']),
  }));
}

function compare(expected: readonly FillLine[], actual: readonly FillLine[]): number {
  const show = (line: FillLine | undefined): string =>
    (line === undefined ? 'nothing' : `${line.kind} ${line.step} ${line.size} @ ${line.price} fee ${line.fee}`).padEnd(
      48,
    );
  let unexplained = 0;
  for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
    const [left, right] = [expected[index], actual[index]];
    const isSame = left !== undefined && right !== undefined && isEqual(left, right);
    if (!isSame) unexplained += 1;
    write(`${String(index + 1).padStart(3)} ${show(left)} ${show(right)} ${isSame ? 'same' : 'UNEXPLAINED'}`);
  }
  const count = (kind: string): number => actual.filter((line) => line.kind === kind).length;
  write(`${count('exit')} rounds, ${count('cycle')} cycles, ${actual.length} fills, ${unexplained} unexplained`);
  write(
    'The expected price of a market order is one tick from the market price, because a market order pays the spread (strategy 7).',
  );
  return unexplained;
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

/** Returns the configuration of the bot that `createBot` requests, with the rules and the fees of the instrument at the exchange. */
function readConfig(): BacktestConfig {
  const parsed = parseBacktestConfig({
    instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
    direction: 'long',
    allocation: '2000',
    investmentRatio: '50',
    leverage: '10',
    martinSteps: 4,
    cyclicSteps: 1,
    stepDistance: '0.2',
    takeProfit: '0.2',
    takerFee: '0.0005',
    makerFee: '0.0002',
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.config;
}
