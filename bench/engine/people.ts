// Creates the people of the bench: each has one linked account of the sandbox and one bot on each instrument of the bench.
import { decimal, formatDecimal, percent, toFraction, type Decimal } from '@rondo/decimal';
import { secretOf, type Store } from '@rondo/store';
import { createLiveBotConfig, encode, previewLadder, type BotConfig, type InstrumentRules } from '@rondo/strategy';
import { toPlanResponse } from '@rondo/contract/state';
import type { PlanSummary } from '../../apps/server/src/bots/stored-bot.ts';
import { linkAccount } from '@rondo/testkit/database';

/** The keys of an account of the sandbox. */
export interface Keys {
  readonly accountId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** A person with an access token, and the bots by instrument. */
export interface Person {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly bots: Readonly<Record<string, string>>;
}

const allocation = '1000';
const atOnce = 16;
/** The bots are older than the period after which the server starts a recorded bot. */
const ageMs = 60_000;

/** An instrument of the bots and its price. */
export interface BenchMarket {
  readonly instrument: InstrumentRules;
  readonly price: Decimal;
}

/** Creates one person for each account. */
export async function createPeople(
  store: Store,
  accounts: readonly Keys[],
  markets: readonly BenchMarket[],
): Promise<readonly Person[]> {
  const hashed = await store.passwords.hashPassword('a password for the benchmark');
  if (!hashed.ok) throw new Error(hashed.refusal);
  const { passwordHash } = hashed;
  const people: Person[] = [];
  for (let first = 0; first < accounts.length; first += atOnce) {
    const group = accounts.slice(first, first + atOnce).entries();
    people.push(
      ...(await Promise.all(
        [...group].map(([place, keys]) => createPerson(store, { keys, number: first + place, markets, passwordHash })),
      )),
    );
  }
  return people;
}

interface NewPerson {
  readonly keys: Keys;
  readonly number: number;
  readonly markets: readonly BenchMarket[];
  readonly passwordHash: string;
}

async function createPerson(store: Store, { keys, number, markets, passwordHash }: NewPerson): Promise<Person> {
  const now = Date.now() - ageMs;
  const email = `person-${number}@rondo.test`;
  const user = { email, username: email, name: `Person ${number}`, passwordHash, hasGranted: true, now };
  const made = await store.users.create(user);
  if (!made.ok) throw new Error(made.refusal);
  const userId = made.user.id;
  const { accessToken } = await store.sessions.create({ userId, remember: false, now: Date.now() });
  const credentials = {
    apiKey: secretOf(keys.apiKey),
    secretKey: secretOf(keys.secretKey),
    passphrase: secretOf(keys.passphrase),
  };
  const place = { exchange: 'okx', label: 'main', environment: 'sandbox', domain: 'global' } as const;
  const linked = await linkAccount(store, { ...place, userId, uid: keys.accountId, credentials, now });
  if (!linked.ok) throw new Error(linked.refusal);
  const bots: Record<string, string> = {};
  for (const { instrument, price } of markets) {
    const owner = { userId, accountId: linked.account.id };
    bots[instrument.id] = await createBot(store, { ...owner, config: configOf(instrument, number), price, now });
  }
  return { apiKey: keys.apiKey, accessToken, bots };
}

// On the first two instruments, the step distance of each account differs by 0.001 %, so that one price change fills one
// order. On the others, all bots have the same distance, so that one price change fills the orders of all accounts.
function configOf(instrument: InstrumentRules, number: number): BotConfig {
  const isSpread = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'].includes(instrument.id);
  const distance = (1 + (isSpread ? number / 1_000 : 0)).toFixed(3);
  return createLiveBotConfig(
    {
      direction: 'long',
      allocation: decimal(allocation),
      investmentRatio: percent('50'),
      leverage: decimal('10'),
      martinSteps: 4,
      cyclicSteps: 1,
      stepDistance: { kind: 'percent', percent: percent(distance) },
      atrMultiplier: null,
      takeProfit: percent('5'),
      cycleCredit: percent('100'),
      compound: true,
      autoReentry: true,
      stopLoss: null,
      stopLossEndsBot: true,
    },
    instrument,
  );
}

interface NewBotOf {
  readonly userId: string;
  readonly accountId: string;
  readonly config: BotConfig;
  readonly price: Decimal;
  readonly now: number;
}

async function createBot(store: Store, { userId, accountId, config, price, now }: NewBotOf): Promise<string> {
  const { instrument, direction } = config;
  const plan = previewLadder({
    config,
    budget: config.allocation,
    firstPrice: toFraction(price),
    stepDistance: config.stepDistance,
    raisesToMinimum: true,
  });
  if (!plan.ok) throw new Error(plan.refusal.kind);
  const summary: PlanSummary = {
    plan: toPlanResponse(plan.preview),
    entryType: 'market',
    description: '',
    maxTotalSize: '5000',
    requestHash: '',
  };
  const made = await store.bots.create({
    userId,
    accountId,
    instrumentId: instrument.id,
    name: 'Bench',
    direction,
    config: JSON.stringify(encode(config)),
    planSummary: JSON.stringify(summary),
    reservedMargin: formatDecimal(config.allocation),
    balance: '100000',
    coveredLosses: {},
    idempotencyKey: instrument.id,
    now,
  });
  if (!made.ok) throw new Error(made.refusal);
  return made.bot.id;
}
