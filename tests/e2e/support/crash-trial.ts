// Runs one crash trial: a bot runs, the server and the exchange are killed at seeded moments, and at the end the fills are compared with the exchange.
import { logIn, botOrder, type Client } from './client.ts';
import { compareWithExchange, exchangeOf, readLedger, type Comparison, type ReportedFill } from './exchange-truth.ts';
import { discardHome, freePort, newHome, startProduct, statusOf, waitFor, type Product } from './product.ts';
import { startPriceSwing, type PriceSwing } from './price-swing.ts';
import { seededChance, type SeededChance } from '@rondo/testkit';

const instrument = { id: 'ETH-USDT-SWAP', contractValue: '0.1' };
const ENDED_WITHIN_MS = 60_000;
const RUNNING_WITHIN_MS = 60_000;
/** The longest duration of a round: ten periods of the market, plus the time in which the engine proves the outcome of an unknown order. */
const ROUND_WITHIN_MS = 150_000;
/** The longest wait before a kill after a step has filled. One period of the market lasts twelve seconds. */
const LONGEST_WAIT_MS = 5_000;

export type CrashTrial = {
  readonly serverKills: number;
  readonly exchangeKills: number;
  readonly seed: number;
  readonly write: (line: string) => void;
};

export type CrashOutcome = Comparison & {
  readonly phase: string;
  /** `roundsEnded` is the number of rounds that reached their take-profit. `endedAfterKills` counts only the rounds after the last kill. */
  readonly roundsEnded: number;
  readonly endedAfterKills: number;
  readonly cycles: number;
  readonly historyProfit: string;
};

/** Runs a trial in a separate folder, and ends every process that the trial started. */
export async function runCrashTrial(trial: CrashTrial): Promise<CrashOutcome> {
  const home = newHome();
  const port = await freePort();
  const start = (): Promise<Product> =>
    startProduct({ home, port, environment: { RONDO_DEMO: 'none', RONDO_SANDBOX_SPEED: '0' } });
  let product = await start();
  let swing: PriceSwing | null = null;
  try {
    const chance = seededChance(String(trial.seed));
    const client = await logIn(product);
    swing = startPriceSwing(home, instrument.id, { first: await lastPrice(client), chance: chance.fork('tide') });
    const botId = await createBot(client);
    for (const [index, victim] of victimsOf(trial, chance).entries()) {
      const before = await waitInsideRound(client, botId, chance);
      trial.write(
        `kill ${index + 1}: ${victim} in round ${before.round}, step ${before.step}, ${before.waitedMs} ms after`,
      );
      if (victim === 'exchange') await killExchange(product);
      else {
        await product.kill();
        product = await start();
      }
    }
    const { round } = await waitInsideRound(client, botId, chance);
    await waitFor(`round ${round} to end and the next round to open`, ROUND_WITHIN_MS, async () => {
      const { body } = await client.call('GET', `/api/bots/${botId}`);
      return Number(body['round']) > round && Number(body['current_step']) > 0;
    });
    const outcome = await finish(client, { botId, home });
    await swing.stop();
    return { ...outcome, endedAfterKills: outcome.roundsEnded - (round - 1) };
  } finally {
    await swing?.stop().catch(() => undefined);
    await product.stop();
    await discardHome(home);
  }
}

type Victim = 'server' | 'exchange';

/** Returns the kills in a seeded order. */
function victimsOf(trial: CrashTrial, chance: SeededChance): readonly Victim[] {
  const left = { server: trial.serverKills, exchange: trial.exchangeKills };
  const victims: Victim[] = [];
  while (left.server + left.exchange > 0) {
    const victim = chance.between(1, left.server + left.exchange) <= left.server ? 'server' : 'exchange';
    left[victim] -= 1;
    victims.push(victim);
  }
  return victims;
}

async function lastPrice(client: Client): Promise<number> {
  const { body } = await client.call('GET', `/api/instruments/${instrument.id}/ticker`);
  return Number(body['last']);
}

async function createBot(client: Client): Promise<string> {
  const order = botOrder({ symbol: instrument.id, takeProfit: '0.1', stepDistance: '0.1' });
  let botId = '';
  // The server responds with status 503 until the engine has read the account for the first time.
  await waitFor('the bot to be accepted', RUNNING_WITHIN_MS, async () => {
    const response = await client.call('POST', '/api/bots', order);
    if (response.status === 503) return false;
    if (response.status >= 300)
      throw new Error(
        `The creation of the bot returned the status ${response.status}: ${JSON.stringify(response.body)}.`,
      );
    botId = String((response.body['bot'] as Record<string, unknown>)['id']); // The contract defines this shape.
    return true;
  });
  return botId;
}

/** Waits until a step is filled, and then waits for a seeded time. */
async function waitInsideRound(
  client: Client,
  botId: string,
  chance: SeededChance,
): Promise<{ readonly round: number; readonly step: number; readonly waitedMs: number }> {
  let bot: Readonly<Record<string, unknown>> = {};
  await waitFor('a step to be filled', RUNNING_WITHIN_MS, async () => {
    bot = (await client.call('GET', `/api/bots/${botId}`)).body;
    return Number(bot['current_step']) > 0;
  });
  const waitedMs = chance.between(0, LONGEST_WAIT_MS);
  await new Promise((resolve) => setTimeout(resolve, waitedMs));
  return { round: Number(bot['round']), step: Number(bot['current_step']), waitedMs };
}

/** Kills the sandbox, and waits until the server has started a new sandbox. */
async function killExchange(product: Product): Promise<void> {
  const { pid } = exchangeOf(product.home);
  process.kill(pid, 'SIGKILL');
  await waitFor('the exchange to be started again', RUNNING_WITHIN_MS, async () => {
    if (exchangeOf(product.home).pid === pid) return false;
    return (await statusOf(`${product.origin}/api/health`)) === 200;
  });
}

async function finish(
  client: Client,
  { botId, home }: { readonly botId: string; readonly home: string },
): Promise<Omit<CrashOutcome, 'endedAfterKills'>> {
  const stop = { status: 'completed', close_position: true, is_last: true };
  const stopped = await client.call('PATCH', `/api/bots/${botId}/status`, stop);
  if (stopped.status !== 200) throw new Error(`The stop command returned the status ${stopped.status}.`);
  await waitFor('the bot to end', ENDED_WITHIN_MS, async () => {
    const { body } = await client.call('GET', `/api/bots/${botId}/fills`);
    return body['is_complete'] === true;
  });
  const { body: bot } = await client.call('GET', `/api/bots/${botId}`);
  const { body: fills } = await client.call('GET', `/api/bots/${botId}/fills`);
  const reportedFills = fills['items'] as readonly ReportedFill[]; // The contract defines this shape. The comparison reads every field.
  const comparison = compareWithExchange(reportedFills, await readLedger(home), instrument);
  return {
    ...comparison,
    phase: String(bot['phase']),
    // The stop command ended the last round before its take-profit.
    roundsEnded: Number(bot['round']) - 1,
    cycles: Number(bot['cycles']),
    historyProfit: String(bot['realised_pnl']),
  };
}
