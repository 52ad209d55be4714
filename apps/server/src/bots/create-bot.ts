// Creates a bot: checks every rule of the form, records the bot in one transaction, and starts the bot in the engine.
import { createHash, randomUUID } from 'node:crypto';
import { compareDecimals, decimal, formatDecimal, formatFixed, priceOf, signOf, type Decimal } from '@rondo/decimal';
import { allocationOf, type ParsedCreateBotRequest, type PlanResponse } from '@rondo/contract';
import { toPlanResponse } from '@rondo/contract/state';
import {
  aiInstruments,
  encode,
  minAiBalance,
  minAvailableMargin,
  refusedStopLoss,
  type BotConfig,
} from '@rondo/strategy';
import type { AccountRecord, BotRecord, BotReservation, CreateBotRefusal, NewBot, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { preflightError } from '../link/preflight.ts';
import { refuseDisallowed } from '../market/allowed-markets.ts';
import { findListing, refuseUntraded } from '../market/find-listing.ts';
import type { Listing } from '../market/market.ts';
import { accountFunds, type AccountFunds } from '../margin/account-funds.ts';
import { findAccount } from '../trading/find-account.ts';
import { configOf } from './bot-config.ts';
import { currentPlanOf, planError, refuseChangedPlan } from './plan-check.ts';
import { ruleEntryOf, shadowEntryOf } from '../signals/rule-entry.ts';
import type { PlanSummary } from './stored-bot.ts';

export interface CreateBotInput {
  readonly user: UserRecord;
  readonly accounts: readonly AccountRecord[];
  readonly request: ParsedCreateBotRequest;
  readonly idempotencyKey: string | undefined;
}

type Created = { readonly bot: BotRecord; readonly plan: PlanResponse };

/**
 * Checks, records and starts the bot. Throws an ApiError with the code of the first broken rule. The idempotency key is looked up before the checks, because a
 * repeated request must return its bot even when the price has moved. The key is looked up again after a refusal, because a concurrent request with the same
 * key may have been recorded during the checks.
 */
export async function createBot(context: AppContext, input: CreateBotInput): Promise<Created> {
  const requestHash = createHash('sha256').update(JSON.stringify(input.request)).digest('hex');
  const earlier = await findByKey(context, input);
  if (earlier !== null) return createdEarlier(earlier, requestHash);
  try {
    return await createNew(context, input, requestHash);
  } catch (refusal) {
    const concurrent = await findByKey(context, input);
    if (concurrent === null) throw refusal;
    return createdEarlier(concurrent, requestHash);
  }
}

async function findByKey(context: AppContext, { user, idempotencyKey }: CreateBotInput): Promise<BotRecord | null> {
  return idempotencyKey === undefined ? null : context.store.bots.findByKey(user.id, idempotencyKey);
}

async function createNew(context: AppContext, input: CreateBotInput, requestHash: string): Promise<Created> {
  const { request } = input;
  const account = findAccount(input.accounts, {
    field: 'exchange_account_id',
    accountId: request.exchange_account_id,
  });
  const listing = await findListing(context, request.basic.symbol);
  refuseUntraded(listing);
  await refuseDisallowed(context, listing);
  if (request.entry.type === 'ai-gpt') refuseAiInstrument(context, listing);
  const rule = ruleEntryOf(request);
  const shadow = shadowEntryOf(request);
  const config = configOf(request, listing.rules);
  await refuseTightStop(context, config);
  await context.live.see([account.id]);
  const bots = await context.store.bots.listReservations(account.id);
  const funds = accountFunds(context, account, bots);
  if (request.entry.type === 'ai-gpt') refuseAiBalance(funds.total);
  refuseInUse(bots, listing);
  refuseTooLittle(funds, request);
  await refuseUnfit(context, account, listing);
  const preview = await currentPlanOf(context, config);
  const plan = toPlanResponse(preview);
  refuseChangedPlan(request, plan);
  const summary: PlanSummary = {
    plan,
    entryType: request.entry.type,
    ...(rule === null ? {} : { signal: rule }),
    ...(shadow === null ? {} : { shadow }),
    description: request.metadata.description,
    maxTotalSize: request.basic.max_total_size,
    requestHash,
  };
  const result = await context.store.bots.create(newBot(context, input, { account, config, summary, funds }));
  if (!result.ok) throw refusalOfStore(result.refusal, { request, available: funds.available });
  if (!result.isNew) return createdEarlier(result.bot, requestHash);
  context.log.write('info', 'bot.created', {
    botId: result.bot.id,
    accountId: account.id,
    instrumentId: listing.rules.id,
  });
  await context.live.startBot(result.bot);
  return { bot: result.bot, plan };
}

/** Throws PREFLIGHT_FAILED with the findings that prevent bots on this account. Nothing has been recorded at this point (decision 19). */
async function refuseUnfit(context: AppContext, account: AccountRecord, { rules }: Listing): Promise<void> {
  const findings = await context.keyCalls.checkAccount({ accountId: account.id, instrumentId: rules.id });
  if (!findings.some((finding) => finding.severity === 'refuse')) return;
  if (findings.every((finding) => finding.code === 'ACCOUNT_UNREADABLE' || finding.severity === 'warn'))
    throw new ApiError('EXCHANGE_UNAVAILABLE');
  throw preflightError(findings);
}

/**
 * Throws STOP_LOSS_TOO_TIGHT when fees, spread and mark price can trigger the stop loss as soon as a round opens (strategy 5). The server does not measure the
 * distance between mark and last price, so the strategy uses its smallest value for this distance.
 */
async function refuseTightStop({ market }: AppContext, config: BotConfig): Promise<void> {
  if (config.stopLoss === null) return;
  const price = await market.price(config.instrument);
  if (!price.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');
  const { tickSz } = config.instrument;
  const [last, bid, ask] = [price.value.last, price.value.bid, price.value.ask];
  const smallest = refusedStopLoss(config, {
    last: priceOf(last, tickSz),
    bid: bid === null ? null : priceOf(bid, tickSz),
    ask: ask === null ? null : priceOf(ask, tickSz),
    markGap: null,
  });
  if (smallest === null) return;
  const parameters = { smallest: formatDecimal(smallest) };
  throw new ApiError('STOP_LOSS_TOO_TIGHT', { field: 'exit.stop_loss.value', parameters });
}

/** Throws AI_NOT_CONFIGURED when no AI model decides (decision 29), and AI_INSTRUMENT when the AI option does not support the instrument (specification 5). */
function refuseAiInstrument({ ai }: AppContext, { rules }: Listing): void {
  if (ai === null) throw new ApiError('AI_NOT_CONFIGURED', { field: 'entry.type' });
  if (!aiInstruments.includes(rules.id))
    throw new ApiError('AI_INSTRUMENT', { field: 'basic.symbol', parameters: { symbol: rules.id } });
}

/** Throws AI_BALANCE when the total balance is below the smallest balance of the AI option (specification 5). */
function refuseAiBalance(total: Decimal): void {
  if (compareDecimals(total, decimal(minAiBalance)) < 0) throw new ApiError('AI_BALANCE', { field: 'entry.type' });
}

function refuseInUse(active: readonly BotReservation[], { rules }: Listing): void {
  if (active.some((bot) => bot.instrumentId === rules.id)) {
    throw new ApiError('SYMBOL_IN_USE', { field: 'basic.symbol', parameters: { symbol: rules.id } });
  }
}

function refuseTooLittle({ available }: { readonly available: Decimal }, request: ParsedCreateBotRequest): void {
  const allocation = allocationOf(request);
  const least = decimal(minAvailableMargin);
  if (signOf(allocation) <= 0) throw planError({ kind: 'no_budget' });
  if (compareDecimals(available, least) < 0 || compareDecimals(allocation, available) > 0) {
    throw insufficientMargin(allocation, available);
  }
}

function insufficientMargin(allocation: Decimal, available: Decimal): ApiError {
  return new ApiError('INSUFFICIENT_MARGIN', {
    field: 'basic.max_total_size',
    parameters: { needed: formatFixed(allocation, 2), available: formatFixed(available, 2) },
  });
}

interface Decided {
  readonly account: AccountRecord;
  readonly config: BotConfig;
  readonly summary: PlanSummary;
  readonly funds: AccountFunds;
}

function newBot(context: AppContext, { user, request, idempotencyKey }: CreateBotInput, decided: Decided): NewBot {
  return {
    userId: user.id,
    accountId: decided.account.id,
    instrumentId: decided.config.instrument.id,
    name: request.metadata.name,
    direction: decided.config.direction,
    config: JSON.stringify(encode(decided.config)),
    planSummary: JSON.stringify(decided.summary),
    reservedMargin: formatDecimal(decided.config.allocation),
    balance: formatDecimal(decided.funds.total),
    coveredLosses: decided.funds.coveredLosses,
    idempotencyKey: idempotencyKey ?? randomUUID(),
    now: context.clock.now(),
  };
}

/** Returns the bot that was created earlier with this key. Throws IDEMPOTENCY_CONFLICT when that request was different. */
function createdEarlier(bot: BotRecord, requestHash: string): Created {
  const summary = JSON.parse(bot.planSummary) as PlanSummary; // newBot above wrote this text, and no other function writes this column for live bots
  if (summary.requestHash !== requestHash) throw new ApiError('IDEMPOTENCY_CONFLICT');
  return { bot, plan: summary.plan };
}

function refusalOfStore(
  refusal: CreateBotRefusal,
  context: { readonly request: ParsedCreateBotRequest; readonly available: Decimal },
): ApiError {
  const { symbol } = context.request.basic;
  switch (refusal) {
    case 'account_missing':
      return new ApiError('EXCHANGE_NOT_LINKED');
    case 'symbol_in_use':
      return new ApiError('SYMBOL_IN_USE', { field: 'basic.symbol', parameters: { symbol } });
    case 'insufficient_margin':
      return insufficientMargin(allocationOf(context.request), context.available);
    case 'key_reused':
      return new ApiError('IDEMPOTENCY_CONFLICT');
    default:
      return refusal satisfies never;
  }
}
