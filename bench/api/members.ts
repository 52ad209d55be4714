// Creates the members of the measured server. Each member has a session, a linked account, and a running bot with log lines.
import { formatDecimal, sizeOf, toFraction, decimalOf } from '@rondo/decimal';
import type { FactBatch } from '@rondo/engine/ports';
import { okxVenue } from '@rondo/exchange';
import { secretOf, type AccountRecord, type BotRecord, type Store, type UserRecord } from '@rondo/store';
import { averageEntry, encode, encodeState, openSize, phaseOf, previewLadder } from '@rondo/strategy';
import { botConfig, botRunning } from '@rondo/testkit';
import { linkAccount } from '@rondo/testkit/database';
import type { PlanSummary } from '../../apps/server/src/bots/stored-bot.ts';
import { toPlanResponse } from '@rondo/contract/state';

export interface Member {
  readonly email: string;
  readonly accessToken: string;
  readonly accountId: string;
  readonly botId: string;
}

export const memberPassword = 'a password for the benchmark';
const logLines = 20;

/** Creates the members in the database. Sixteen creations run at the same time, because each creation waits for the disk. */
export async function createMembers(store: Store, count: number, now: number): Promise<readonly Member[]> {
  const hashed = await store.passwords.hashPassword(memberPassword);
  if (!hashed.ok) throw new Error(hashed.refusal);
  const members: Member[] = [];
  const atOnce = 16;
  for (let first = 0; first < count; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => first + place);
    members.push(
      ...(await Promise.all(
        numbers.map((number) => createMember(store, { number, now, passwordHash: hashed.passwordHash })),
      )),
    );
  }
  return members;
}

interface NewMember {
  readonly number: number;
  readonly now: number;
  readonly passwordHash: string;
}

async function createMember(store: Store, { number, now, passwordHash }: NewMember): Promise<Member> {
  const email = `member-${number}@rondo.test`;
  const name = `Member ${number}`;
  const made = await store.users.create({ email, username: email, name, passwordHash, hasGranted: true, now });
  if (!made.ok) throw new Error(made.refusal);
  const { accessToken } = await store.sessions.create({ userId: made.user.id, remember: false, now });
  const account = await linkTo(store, made.user, now);
  const bot = await runBot(store, account, now);
  return { email, accessToken, accountId: account.id, botId: bot.id };
}

async function linkTo(store: Store, user: UserRecord, now: number): Promise<AccountRecord> {
  const linked = await linkAccount(store, {
    userId: user.id,
    exchange: 'okx',
    label: 'main',
    uid: user.id,
    environment: 'sandbox',
    domain: 'sandbox',
    credentials: { apiKey: secretOf(user.id), secretKey: secretOf('secret'), passphrase: secretOf('pass') },
    now,
  });
  if (!linked.ok) throw new Error(linked.refusal);
  return linked.account;
}

async function runBot(store: Store, account: AccountRecord, now: number): Promise<BotRecord> {
  const config = botConfig();
  const preview = previewLadder({
    config,
    budget: config.allocation,
    firstPrice: toFraction(decimalOf(2_000n)),
    stepDistance: config.stepDistance,
    raisesToMinimum: true,
  });
  if (!preview.ok) throw new Error(preview.refusal.kind);
  const summary: PlanSummary = {
    plan: toPlanResponse(preview.preview),
    entryType: '4p',
    description: '',
    maxTotalSize: '50000',
    requestHash: '',
  };
  const made = await store.bots.create({
    userId: account.userId,
    accountId: account.id,
    instrumentId: config.instrument.id,
    name: 'Theme',
    direction: config.direction,
    config: JSON.stringify(encode(config)),
    planSummary: JSON.stringify(summary),
    reservedMargin: '2000',
    balance: '10000',
    coveredLosses: {},
    idempotencyKey: 'benchmark',
    now,
  });
  if (!made.ok) throw new Error(made.refusal);
  await store.journal.applyFacts(factsOf(made.bot, now));
  return made.bot;
}

/** Returns the view of the bot after its first step has filled. */
function factsOf(bot: BotRecord, now: number): FactBatch {
  const state = botRunning();
  const entry = averageEntry(state);
  const view = {
    botId: bot.id,
    phase: phaseOf(state),
    status: 'active' as const,
    endReason: null,
    round: 1,
    cycles: 0,
    currentStep: 1,
    isLast: false,
    heldBy: '',
    skippedSlots: '',
    entryPrice: entry === null ? null : formatDecimal(entry),
    positionSize: formatDecimal(sizeOf(openSize(state), state.config.instrument.lotSz)),
    realisedPnl: '-0.5',
    state: JSON.stringify(encodeState(state)),
    eventPosition: 1,
    updatedAt: now,
    endedAt: null,
    reserved: '2000',
  };
  const logs = Array.from({ length: logLines }, (_, place) => ({
    botId: bot.id,
    at: now + place,
    type: 'ORDER' as const,
    messageKey: 'bots.log.stepFilled',
    parameters: { round: '1', step: '1', size: '6.25', price: '2000' },
  }));
  const nothing = {
    fills: [],
    bills: [],
    events: [],
    intents: [],
    freezes: [],
    unreadableRows: [],
    waits: [],
    checkpoints: [],
    fillCursor: null,
    billCursor: null,
  };
  const { compareCursor } = okxVenue;
  return { ...nothing, compareCursor, accountId: bot.accountId, epoch: 1n, logs, views: [view] };
}
