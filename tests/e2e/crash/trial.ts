// Runs one crash trial: bots of several accounts run, seeded faults affect server, database, exchange and network, and at the end of each lap all
// fills, orders and bills are compared with the exchange.
import { seededChance, type SeededChance } from '@rondo/testkit';
import { exchangeOf } from '../support/exchange-truth.ts';
import { startPriceSwing } from '../support/price-swing.ts';
import { waitFor } from '../support/product.ts';
import {
  compareAccount,
  crashInstrument,
  createBot,
  openAccounts,
  openCaller,
  readBot,
  stopBot,
  waitForEnd,
  type BotState,
  type Call,
  type CrashAccount,
} from './accounts.ts';
import { planFault, type CrashFault } from './faults.ts';
import { openCrashWorld, type CrashWorld } from './world.ts';

const FILLED_WITHIN_MS = 120_000;
/** The longest duration of a round: ten periods of the market, plus the time in which the engine proves the outcome of an unknown order. */
const ROUND_WITHIN_MS = 150_000;
/** The longest wait before a fault after a step has filled. One period of the market lasts twelve seconds. */
const LONGEST_WAIT_MS = 5_000;
const FAULTS_PER_LAP = 12;

export type CrashTrial = {
  readonly accounts: number;
  readonly seed: number;
  /** Returns the next fault, or null when the trial ends. */
  readonly nextFault: (chance: SeededChance) => CrashFault | null;
  readonly write: (line: string) => void;
};

export type CrashOutcome = {
  readonly faults: number;
  readonly bots: number;
  /** The number of rounds that ended before the stop of their bot. */
  readonly roundsEnded: number;
  /** The smallest number of rounds that the last bot of an account ended after the last fault of a lap. */
  readonly roundsAfterFaults: number;
  readonly orders: number;
  readonly fills: number;
  readonly disagreements: readonly string[];
};

type Running = {
  readonly world: CrashWorld;
  readonly call: Call;
  readonly accounts: readonly [CrashAccount, ...CrashAccount[]];
  readonly chance: SeededChance;
  readonly trial: CrashTrial;
};

/** Runs a trial in a separate folder, and ends every process that the trial started. */
export async function runCrashTrial(trial: CrashTrial): Promise<CrashOutcome> {
  const chance = seededChance(String(trial.seed));
  const world = await openCrashWorld();
  const swing = startPriceSwing(world.home, crashInstrument.id, {
    first: await lastPrice(world),
    chance: chance.fork('tide'),
  });
  try {
    const call = openCaller(world);
    const [first, ...others] = await openAccounts(call, trial.accounts);
    if (first === undefined) throw new Error('The trial has no account.');
    const running: Running = { world, call, accounts: [first, ...others], chance, trial };
    let faults = 0;
    let roundsEnded = 0;
    const endedAfterFaults: number[] = [];
    let lap = await runLap(running, 0);
    for (;;) {
      faults += lap.faults;
      roundsEnded += lap.roundsEnded;
      endedAfterFaults.push(lap.roundsAfterFaults);
      if (swing.failure() !== null) throw new Error(`The price stands still: ${swing.failure()}`);
      if (lap.isLast || lap.disagreements.length > 0) break;
      lap = await runLap(running, faults);
    }
    const bots = running.accounts.reduce((sum, { botIds }) => sum + botIds.length, 0);
    const { orders, fills, disagreements } = lap;
    return {
      faults,
      bots,
      roundsEnded,
      roundsAfterFaults: Math.min(...endedAfterFaults),
      orders,
      fills,
      disagreements,
    };
  } catch (error) {
    trial.write(await world.describe());
    throw error;
  } finally {
    await swing.stop().catch(() => undefined);
    await world.close();
  }
}

type Lap = Omit<CrashOutcome, 'bots'> & { readonly isLast: boolean };

/** Creates a bot in each account, executes the faults of one lap, ends the bots, and compares all accounts with the exchange. */
async function runLap(running: Running, faultsBefore: number): Promise<Lap> {
  const { world, call, accounts, chance, trial } = running;
  for (const [index, account] of accounts.entries()) await createBot(call, account, index % 2 === 0 ? 'long' : 'short');
  let faults = 0;
  let isLast = false;
  while (faults < FAULTS_PER_LAP && !isLast) {
    const fault = trial.nextFault(chance);
    isLast = fault === null;
    if (fault === null) continue;
    faults += 1;
    const account = chance.pick(accounts);
    const before = await waitInsideRound(running, account);
    const planned = planFault(fault, chance);
    trial.write(
      `fault ${faultsBefore + faults}: ${planned.text}, round ${before.round} and step ${before.step} of ${account.label}`,
    );
    await planned.execute(world);
  }
  const endedAfter = await Promise.all(accounts.map((account) => waitForRoundEnd(running, account)));
  const ended = await stopAll(running);
  const comparisons = await Promise.all(accounts.map((account) => compareAccount(call, world.home, account)));
  const total = (count: (comparison: (typeof comparisons)[number]) => number): number =>
    comparisons.reduce((sum, comparison) => sum + count(comparison), 0);
  const lap = {
    faults,
    // The stop ended the last round of each bot.
    roundsEnded: ended.reduce((sum, { round }) => sum + round - 1, 0),
    roundsAfterFaults: Math.min(...endedAfter),
    orders: total(({ orders }) => orders),
    fills: total(({ fills }) => fills),
    disagreements: [
      ...comparisons.flatMap(({ disagreements }) => disagreements),
      ...ended
        .filter(({ phase }) => phase !== 'completed')
        .map(({ text }) => `a stopped bot is not completed: ${text}`),
    ],
    isLast,
  };
  trial.write(
    `lap ended: ${lap.orders} orders and ${lap.fills} fills in ${accounts.length} accounts, ${lap.disagreements.length} disagreements`,
  );
  return lap;
}

/** Stops all bots. In half of the laps the network is cut when the stops are sent, and opens again some seconds later. */
async function stopAll({ world, call, accounts, chance, trial }: Running): Promise<readonly BotState[]> {
  const cut = chance.happens(0.5) ? planFault('cut network', chance) : null;
  if (cut !== null) trial.write(`${cut.text} while the bots are stopped`);
  const healed = cut === null ? Promise.resolve() : cut.execute(world);
  await Promise.all(accounts.map((account) => stopBot(call, account)));
  await healed;
  return Promise.all(accounts.map((account) => waitForEnd(call, account)));
}

async function lastPrice({ origin, home }: CrashWorld): Promise<number> {
  const response = await fetch(`${exchangeOf(home).rest}/api/v5/market/ticker?instId=${crashInstrument.id}`);
  const { data } = (await response.json()) as { readonly data: readonly { readonly last: string }[] }; // OKX defines this shape.
  const last = Number(data[0]?.last);
  if (!(last > 0)) throw new Error(`The exchange behind ${origin} returned no price.`);
  return last;
}

/** Waits until a step is filled, and then waits for a seeded time. */
async function waitInsideRound({ call, chance }: Running, account: CrashAccount): Promise<BotState> {
  const bot = await waitForBot(call, account, {
    what: 'to fill a step',
    withinMs: FILLED_WITHIN_MS,
    holds: ({ step }) => step > 0,
  });
  await new Promise((resolve) => setTimeout(resolve, chance.between(0, LONGEST_WAIT_MS)));
  return bot;
}

/** Waits until the present round of the bot has ended and the next round is open. Returns the number of ended rounds. */
async function waitForRoundEnd({ call }: Running, account: CrashAccount): Promise<number> {
  const filled = { what: 'to fill a step', withinMs: FILLED_WITHIN_MS, holds: ({ step }: BotState) => step > 0 };
  const { round } = await waitForBot(call, account, filled);
  const next = await waitForBot(call, account, {
    what: 'to open the next round',
    withinMs: ROUND_WITHIN_MS,
    holds: (bot) => bot.round > round && bot.step > 0,
  });
  return next.round - round;
}

type Awaited = { readonly what: string; readonly withinMs: number; readonly holds: (bot: BotState) => boolean };

/** Waits until the running bot of the account has a state. The error contains the last state of the bot. */
async function waitForBot(call: Call, account: CrashAccount, { what, withinMs, holds }: Awaited): Promise<BotState> {
  let last: BotState | null = null;
  await waitFor(`the bot of ${account.label} ${what}`, withinMs, async () => {
    last = (await readBot(call, account)) ?? last;
    return last !== null && holds(last);
  }).catch((error: unknown) => {
    throw new Error(`The bot of ${account.label} is late ${what}: ${last?.text ?? 'no response'}`, { cause: error });
  });
  if (last === null) throw new Error('The bot was never read.');
  return last;
}
