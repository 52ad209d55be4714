// Creates people, accounts, bots and facts for tests of the store.
import { decimal, lots, ticks } from '@rondo/decimal';
import type { BotEventRow, BotView, FactBatch, FillReport, IntentRow, SlotKey } from '@rondo/engine/ports';
import {
  newAccountId,
  secretOf,
  type AccountCredentials,
  type BotRecord,
  type NewAccount,
  type NewBot,
  type Store,
} from '@rondo/store';
import { createKeyRing, maskKey, openCredentials, sealCredentials } from '@rondo/store/secrets';
import { encode } from '@rondo/strategy';
import { authenticatorCode } from '../authenticator.ts';
import { botConfig } from '../strategy/bot-config.ts';
import { testMasterKey } from './database-server.ts';

/** The instant at which the tests of the store begin. */
export const startAt = 1_767_225_600_000; // 2026-01-01 UTC

/** Creates a person and returns the id of the person. */
export async function createUser(store: Store, email = 'ada@rondo.test'): Promise<string> {
  const result = await store.users.create({ email, username: email, name: 'Ada', passwordHash: 'none', now: startAt });
  if (!result.ok) throw new Error(result.refusal);
  return result.user.id;
}

/** Turns the second factor of a person on with an authenticator. Returns the recovery codes. */
export async function turnOnFactor(
  { secondFactors }: Pick<Store, 'secondFactors'>,
  userId: string,
  now = startAt,
): Promise<readonly string[]> {
  const begun = await secondFactors.begin(userId);
  if (!begun.ok) throw new Error(begun.refusal);
  const on = await secondFactors.confirm(userId, authenticatorCode(begun.secret, now), now);
  if (!on.ok) throw new Error(on.refusal);
  return on.recoveryCodes;
}

/** Links an OKX sandbox account and returns the id of the account. */
export async function createAccount(store: Store, userId: string, uid = '1001'): Promise<string> {
  const credentials = {
    apiKey: secretOf('key-of-the-account'),
    secretKey: secretOf('canary-secret'),
    passphrase: secretOf('canary-passphrase'),
  };
  const result = await linkAccount(store, {
    userId,
    exchange: 'okx',
    label: 'main',
    uid,
    environment: 'sandbox',
    domain: 'sandbox',
    credentials,
    now: startAt,
  });
  if (!result.ok) throw new Error(result.refusal);
  return result.account.id;
}

/** An account to be linked with credentials. `id` is a new id by default. */
type PlainAccount = Omit<NewAccount, 'id' | 'key'> & {
  readonly id?: string;
  readonly credentials: AccountCredentials;
};

/** Links an account whose key is sealed here, as the signer seals it. */
export async function linkAccount(
  store: Pick<Store, 'accounts'>,
  { id = newAccountId(), credentials, ...account }: PlainAccount,
  masterKey: Uint8Array = testMasterKey,
): ReturnType<Store['accounts']['create']> {
  const texts = {
    apiKey: credentials.apiKey.reveal(),
    secretKey: credentials.secretKey.reveal(),
    passphrase: credentials.passphrase.reveal(),
  };
  const sealed = sealCredentials(createKeyRing(masterKey).newest(await store.accounts.rotation()), id, texts);
  return store.accounts.create({ ...account, id, key: { ...sealed, maskedKey: maskKey(texts.apiKey) } });
}

/** Returns the texts of the stored key of an account, as the signer opens them. Throws when the key cannot be opened. */
export async function openStoredKey(
  store: Pick<Store, 'accounts'>,
  accountId: string,
  masterKey: Uint8Array = testMasterKey,
): Promise<Readonly<Record<'apiKey' | 'secretKey' | 'passphrase', string>>> {
  const ring = createKeyRing(masterKey);
  const { apiKey, secretKey, passphrase } = openCredentials(ring, await store.accounts.sealedKey(accountId));
  return { apiKey, secretKey: secretKey.toString('utf8'), passphrase };
}

/** Returns the input for the creation of a bot: ETH swap, long, 1,000 USDT reserved. */
export function newBot(userId: string, accountId: string, changes: Partial<NewBot> = {}): NewBot {
  return {
    userId,
    accountId,
    instrumentId: 'ETH-USDT-SWAP',
    name: 'first',
    direction: 'long',
    config: '{"martinSteps":4}',
    planSummary: '{}',
    reservedMargin: '1000',
    balance: '10000',
    coveredLosses: {},
    idempotencyKey: 'key-1',
    now: startAt,
    ...changes,
  };
}

/** Creates a bot. By default the function also creates the person and the account of the bot. */
export async function createBot(store: Store, changes: Partial<NewBot> = {}): Promise<BotRecord> {
  const userId = changes.userId ?? (await createUser(store));
  const accountId = changes.accountId ?? (await createAccount(store, userId));
  const result = await store.bots.create(newBot(userId, accountId, changes));
  if (!result.ok) throw new Error(result.refusal);
  return result.bot;
}

/** Returns the record of a running bot that no database has: ETH swap, long, without a view. */
export function botRecord(changes: Partial<BotRecord> = {}): BotRecord {
  return {
    id: 'bot',
    botNumber: 1,
    userId: 'user',
    accountId: 'account',
    instrumentId: 'ETH-USDT-SWAP',
    name: 'bot',
    direction: 'long',
    config: JSON.stringify(encode(botConfig())),
    planSummary: '{}',
    reservedMargin: '0',
    course: 'running',
    stopKind: null,
    createdAt: 0,
    endedAt: null,
    isSimulated: true,
    view: null,
    ...changes,
  };
}

/** Returns the slot of the first entry of a bot. */
export function slotOfBot(bot: BotRecord, changes: Partial<SlotKey> = {}): SlotKey {
  return { botId: bot.id, botNumber: bot.botNumber, round: 1, kind: 'entry', step: 1, generation: 0, ...changes };
}

/** Returns an intent to place the first entry of a bot. */
export function intent(bot: BotRecord, epoch: bigint, changes: Partial<IntentRow> = {}): IntentRow {
  return {
    id: 'q1p1/1p',
    slot: slotOfBot(bot),
    clientId: 'q1p1',
    verb: 'place',
    payload: '{"lots":"5"}',
    payloadHash: 'hash-1',
    deadlineAt: startAt + 5_000,
    epoch,
    state: 'sent',
    evidence: '',
    sentAt: startAt,
    ...changes,
  };
}

/** Returns an event at a position in the sequence of events of a bot. */
export function event(bot: BotRecord, position: number, key = `key-${position}`): BotEventRow {
  return { botId: bot.id, position, key, body: `{"position":${position}}`, at: startAt + position };
}

/** Returns a fill of the first entry of a bot: 3,125 lots at 2,000.01. */
export function fill(bot: BotRecord, fillId: string, changes: Partial<FillReport> = {}): FactBatch['fills'][number] {
  return {
    instrumentId: bot.instrumentId,
    fillId,
    venueOrderId: '900',
    clientId: 'q1p1',
    side: 'buy',
    positionSide: 'long',
    price: ticks(200_001n),
    lots: lots(3_125n),
    fee: decimal('0.03125000000000000001'),
    liquidity: 'taker',
    kind: 'trade',
    billId: fillId,
    at: startAt + 10,
    botId: bot.id,
    slot: slotOfBot(bot),
    tickSz: null,
    lotSz: null,
    ...changes,
  };
}

/** Returns the view of a running bot after its first event. */
export function view(bot: BotRecord, changes: Partial<BotView> = {}): BotView {
  return {
    botId: bot.id,
    phase: 'running',
    status: 'active',
    endReason: null,
    round: 1,
    cycles: 0,
    currentStep: 1,
    isLast: false,
    heldBy: '',
    skippedSlots: '',
    entryPrice: '2000.01',
    positionSize: '31.25',
    realisedPnl: '-0.03125',
    state: '{"phase":"running"}',
    eventPosition: 1,
    updatedAt: startAt + 20,
    endedAt: null,
    ...changes,
  };
}

type PlainView = Omit<FactBatch['views'][number], 'reserved'> & { readonly reserved?: string };
type BatchChanges = Partial<Omit<FactBatch, 'views'>> & {
  readonly views?: readonly PlainView[];
};

/** Returns a batch of facts. A view without a reservation does not change the reservation of the bot. */
export function batch(bot: BotRecord, { views = [], ...changes }: BatchChanges): FactBatch {
  return {
    accountId: bot.accountId,
    epoch: 1n,
    fills: [],
    bills: [],
    events: [],
    intents: [],
    logs: [],
    views: views.map((each) => ({ reserved: bot.reservedMargin, ...each })),
    freezes: [],
    unreadableRows: [],
    waits: [],
    checkpoints: [],
    fillCursor: null,
    billCursor: null,
    compareCursor: (a, b) => Number(a) - Number(b),
    ...changes,
  };
}
