// The exchange accounts of a crash trial with one bot each: creates, reads and stops the bots, and compares their fills with the exchange.
import { botOrder, demoMember, logIn, send, type ApiResponse } from '../support/client.ts';
import { compareWithExchange, readLedger, type Comparison, type ReportedFill } from '../support/exchange-truth.ts';
import { waitFor } from '../support/product.ts';
import { allowAtExchange } from './consent.ts';
import type { CrashWorld } from './world.ts';

export const crashInstrument: CrashInstrument = { id: 'ETH-USDT-SWAP', contractValue: '0.1' };
const ACCEPTED_WITHIN_MS = 60_000;
const ENDED_WITHIN_MS = 120_000;

/** Calls the API as the demo member. Returns status 0 when the server does not respond. */
export type Call = (method: string, path: string, body?: unknown) => Promise<ApiResponse>;

/** The instrument of a bot. */
export type CrashInstrument = { readonly id: string; readonly contractValue: string };

/** An account with the bots that a trial has created in it on one instrument, by default `crashInstrument`. The last bot is the running bot. */
export type CrashAccount = {
  readonly id: string;
  readonly label: string;
  readonly botIds: string[];
  readonly instrument?: CrashInstrument;
};

export type BotState = { readonly phase: string; readonly round: number; readonly step: number; readonly text: string };

/** Returns a function that calls the API as a person, and logs in again when the access token has expired. */
export function openCaller({ origin }: Pick<CrashWorld, 'origin'>, person: typeof demoMember = demoMember): Call {
  let token = '';
  let renewing: Promise<void> | null = null;
  // Requests at the same time share one log-in, because the server limits the log-ins of a person.
  const renew = async (): Promise<void> => {
    token = (await logIn({ origin }, person)).token;
  };
  const sendOnce = (method: string, path: string, body: unknown): Promise<ApiResponse> =>
    send(origin, { method, path, body, headers: { authorization: `Bearer ${token}` } }).catch(() => {
      return { status: 0, body: {} }; // The server does not respond, because a fault is active.
    });
  return async (method, path, body) => {
    const response = await sendOnce(method, path, body);
    if (response.status !== 401) return response;
    renewing ??= renew().finally(() => (renewing = null));
    await renewing;
    return sendOnce(method, path, body);
  };
}

/** Returns the account of the demo member, and links new accounts until the member has `count` accounts. */
export async function openAccounts(call: Call, count: number): Promise<readonly CrashAccount[]> {
  const status = await call('GET', '/api/okx/oauth/status');
  const [own] = status.body['accounts'] as readonly { readonly id: string }[]; // The contract defines this shape.
  if (own === undefined) throw new Error('The demo member has no account.');
  const accounts: CrashAccount[] = [{ id: own.id, label: 'member', botIds: [] }];
  // The sandbox has the accounts `member` and `operator`. It numbers the labels of further accounts.
  while (accounts.length < count)
    accounts.push({ id: await linkAccount(call), label: `account ${accounts.length + 2}`, botIds: [] });
  return accounts;
}

async function linkAccount(call: Call): Promise<string> {
  const begun = await expectSuccess(call('GET', '/api/okx/oauth/fast-api/auth'));
  await expectSuccess(call('POST', '/api/okx/oauth/state/register', { state: begun['state'] }));
  const back = await allowAtExchange(String(begun['auth_url']), 'new');
  const linked = await expectSuccess(call('GET', `/api/okx/oauth/fast-api/callback?${back.searchParams}`));
  const accountId = String(linked['account_id']);
  const key = { account_id: accountId, label: 'Rondo crash', perm: 'trade', bind_app: true, is_demo: false };
  await expectSuccess(call('POST', '/api/okx/oauth/fast-api/create-key', key));
  return accountId;
}

async function expectSuccess(response: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, body } = await response;
  if (status !== 200)
    throw new Error(`A request to link an account returned the status ${status}: ${JSON.stringify(body)}.`);
  return body;
}

/** Creates a bot in the account. Every second bot of the trial is short. */
export async function createBot(call: Call, account: CrashAccount, direction: 'long' | 'short'): Promise<void> {
  const instrument = account.instrument ?? crashInstrument;
  const order = botOrder({ symbol: instrument.id, takeProfit: '0.1', stepDistance: '0.1' });
  const request = { ...order, exchange_account_id: account.id, basic: { ...order.basic, direction } };
  // The server responds with status 503 until the engine has read the account for the first time.
  await waitFor('a bot to be accepted', ACCEPTED_WITHIN_MS, async () => {
    const { status, body } = await call('POST', '/api/bots', request);
    if (status === 503) return false;
    if (status !== 200)
      throw new Error(`The creation of the bot returned the status ${status}: ${JSON.stringify(body)}.`);
    account.botIds.push(String((body['bot'] as Record<string, unknown>)['id'])); // The contract defines this shape.
    return true;
  });
}

/**
 * Reads the running bot of the account. Returns null while the server cannot respond. When the price moved away from every try
 * of an opening order, the bot continues, as its owner would decide.
 */
export async function readBot(call: Call, { botIds }: CrashAccount): Promise<BotState | null> {
  const bot = `/api/bots/${botIds.at(-1)}`;
  const { status, body } = await call('GET', bot);
  if (status !== 200) return null;
  // A call without a response is repeated by the next reading, and a bot that trades again does not change.
  if (body['phase'] === 'error' && body['end_reason'] === 'entry_missed')
    await call('POST', `${bot}/recover`, { as: 'continue' });
  const { plan: _plan, orders: _orders, fills: _fills, exit_steps: _exitSteps, ...rest } = body;
  return {
    phase: String(body['phase']),
    round: Number(body['round']),
    step: Number(body['current_step']),
    text: JSON.stringify(rest),
  };
}

/** Sends the stop of the running bot and waits until the server accepts the stop. */
export async function stopBot(call: Call, { botIds }: CrashAccount): Promise<void> {
  const stop = { status: 'completed', close_position: true, is_last: true };
  await waitFor('a stop to be accepted', ACCEPTED_WITHIN_MS, async () => {
    const { status, body } = await call('PATCH', `/api/bots/${botIds.at(-1)}/status`, stop);
    if (status >= 400 && status < 500 && status !== 429)
      throw new Error(`The stop returned the status ${status}: ${JSON.stringify(body)}.`);
    return status === 200;
  });
}

/** Waits until the stopped bot has ended and its records are complete. Returns its last state. */
export async function waitForEnd(call: Call, account: CrashAccount): Promise<BotState> {
  await waitFor(`the bot of ${account.label} to end`, ENDED_WITHIN_MS, async () => {
    const { body } = await call('GET', `/api/bots/${account.botIds.at(-1)}/fills`);
    return body['is_complete'] === true;
  }).catch(async (error: unknown) => {
    throw new Error(`The bot has not ended: ${(await readBot(call, account))?.text}`, { cause: error });
  });
  const last = await readBot(call, account);
  if (last === null) throw new Error('An ended bot cannot be read.');
  return last;
}

/** Compares the fills of all ended bots of the account with the orders, fills and bills of the exchange. */
export async function compareAccount(
  call: Call,
  home: string,
  { botIds, label, instrument = crashInstrument }: CrashAccount,
): Promise<Comparison> {
  const fills: ReportedFill[] = [];
  for (const botId of botIds) {
    const { status, body } = await call('GET', `/api/bots/${botId}/fills`);
    if (status !== 200)
      throw new Error(`The request for the fills of a bot returned ${status}: ${JSON.stringify(body)}`);
    fills.push(...(body['items'] as readonly ReportedFill[])); // The contract defines this shape. The comparison reads every field.
  }
  const comparison = compareWithExchange(fills, await readLedger(home, label), instrument);
  return { ...comparison, disagreements: comparison.disagreements.map((text) => `${label}: ${text}`) };
}
