// Starting a bot: every rule of the form once more, then one transaction, then the engine. Nothing is half created.
import { createHash, randomUUID } from 'node:crypto';
import {
  add,
  compareDecimals,
  decimal,
  formatDecimal,
  formatFixed,
  subtract,
  toFraction,
  compareFractions,
  zero,
  type Decimal,
} from '@rondo/decimal';
import { allocationOf, contractLimits, type ParsedCreateBotRequest, type PlanResponse } from '@rondo/contract';
import {
  encode,
  isStopLossWithinFees,
  previewLadder,
  type BotConfig,
  type LadderPreview,
  type PlanRefusal,
} from '@rondo/strategy';
import type { BalanceReport } from '@rondo/engine/ports';
import type { AccountRecord, BotRecord, BotReservation, CreateBotRefusal, NewBot, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';
import { checkAccount, preflightError } from '../link/preflight.ts';
import type { Listing } from '../market/market.ts';
import type { AppContext } from '../app-context.ts';
import { configOf, relativeDistance } from './bot-config.ts';
import { toPlanResponse } from './plan-response.ts';

export interface CreateBotInput {
  readonly user: UserRecord;
  readonly accounts: readonly AccountRecord[];
  readonly request: ParsedCreateBotRequest;
  readonly idempotencyKey: string | undefined;
}

/** What was planned for a bot, kept beside it: the request's words and the plan at creation. */
export interface PlanSummary {
  readonly plan: PlanResponse;
  readonly entryType: string;
  readonly description: string;
  readonly maxTotalSize: string;
  readonly requestHash: string;
}

type Created = { readonly bot: BotRecord; readonly plan: PlanResponse };

/**
 * Checks, records and starts. Throws ApiError with the code of the first rule that does not hold. A retry with its key
 * is answered before the market is asked (prices move), and again after a refusal: its twin may have just been recorded.
 */
export async function createBot(context: AppContext, input: CreateBotInput): Promise<Created> {
  const requestHash = createHash('sha256').update(JSON.stringify(input.request)).digest('hex');
  const earlier = await findEarlier(context, input);
  if (earlier !== null) return repeated(earlier, requestHash);
  try {
    return await createNew(context, input, requestHash);
  } catch (refusal) {
    const twin = await findEarlier(context, input);
    if (twin === null) throw refusal;
    return repeated(twin, requestHash);
  }
}

async function findEarlier(context: AppContext, { user, idempotencyKey }: CreateBotInput): Promise<BotRecord | null> {
  return idempotencyKey === undefined ? null : context.store.bots.findByKey(user.id, idempotencyKey);
}

async function createNew(context: AppContext, input: CreateBotInput, requestHash: string): Promise<Created> {
  const { request } = input;
  const account = findAccount(input.accounts, request.exchange_account_id);
  const listing = await findListing(context, request.basic.symbol);
  const config = configOf(request, listing.rules);
  refuseUselessStop(config);
  const bots = await context.store.bots.listReservations(account.id);
  const money = moneyNow(context, account, bots);
  refuseInUse(bots, listing);
  refuseTooLittle(money, request);
  await refuseUnfit(context, account, listing);
  const preview = await planNow(context, config);
  const plan = toPlanResponse(preview);
  refuseChanged(request, plan);
  const summary: PlanSummary = {
    plan,
    entryType: request.entry.type,
    description: request.metadata.description,
    maxTotalSize: request.basic.max_total_size,
    requestHash,
  };
  const result = await context.store.bots.create(
    newBot(context, input, { account, config, summary, balance: money.total }),
  );
  if (!result.ok) throw refusalOfStore(result.refusal, { request, available: money.available });
  if (!result.isNew) return repeated(result.bot, requestHash);
  context.log.write('info', 'bot.created', {
    botId: result.bot.id,
    accountId: account.id,
    instrumentId: listing.rules.id,
  });
  await context.live.startBot(result.bot);
  return { bot: result.bot, plan };
}

/** The account that was named, or the only linked one. A foreign account does not exist for the caller. */
export function findAccount(linked: readonly AccountRecord[], accountId: string | undefined): AccountRecord {
  if (linked.some((each) => each.id === accountId && each.exchange !== 'okx')) throw new ApiError('BOTS_NOT_OFFERED');
  const accounts = linked.filter((each) => each.exchange === 'okx');
  if (accounts.length === 0) throw new ApiError('EXCHANGE_NOT_LINKED');
  const account = accountId === undefined ? accounts[0] : accounts.find((each) => each.id === accountId);
  if (account === undefined) throw new ApiError('NOT_FOUND');
  if (accountId === undefined && accounts.length > 1) {
    throw new ApiError('VALIDATION', {
      field: 'exchange_account_id',
      parameters: { reason: 'several accounts are linked: name one' },
    });
  }
  return account;
}

/** The balance as the engine read it lately. Throws EXCHANGE_KEY_REFUSED or EXCHANGE_UNAVAILABLE without one. */
export function balanceNow(context: AppContext, account: AccountRecord): BalanceReport {
  const balance = context.live.account(account.id)?.balance ?? null;
  if (balance !== null) return balance;
  const isRefused = context.link.meters.now(account.id)?.isKeyAccepted === false;
  throw new ApiError(isRefused ? 'EXCHANGE_KEY_REFUSED' : 'EXCHANGE_UNAVAILABLE');
}

/** Total equity, reservations of its running bots, and what is left. Throws as balanceNow. */
export function moneyNow(
  context: AppContext,
  account: AccountRecord,
  bots: readonly BotReservation[],
): { readonly total: Decimal; readonly reserved: Decimal; readonly available: Decimal; readonly at: number } {
  const balance = balanceNow(context, account);
  const reserved = bots.reduce((sum, bot) => add(sum, decimal(bot.reservedMargin)), zero);
  return { total: balance.equity, reserved, available: subtract(balance.equity, reserved), at: balance.at };
}

/** The listing of a live USDT swap; UNKNOWN_SYMBOL when there is none, EXCHANGE_UNAVAILABLE when nobody can say. */
export async function findListing(context: AppContext, instrumentId: string): Promise<Listing> {
  const listings = await context.market.listings();
  if (!listings.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');
  const listing = listings.value.get(instrumentId);
  if (listing === undefined)
    throw new ApiError('UNKNOWN_SYMBOL', { field: 'basic.symbol', parameters: { symbol: instrumentId } });
  return listing;
}

/** What stands against a bot on this account is told before anything is recorded (decision 19). */
async function refuseUnfit(context: AppContext, account: AccountRecord, { rules }: Listing): Promise<void> {
  const findings = await checkAccount(context, account, rules.id);
  if (!findings.some((finding) => finding.severity === 'refuse')) return;
  if (findings.every((finding) => finding.code === 'ACCOUNT_UNREADABLE' || finding.severity === 'warn'))
    throw new ApiError('EXCHANGE_UNAVAILABLE');
  throw preflightError(findings);
}

function refuseUselessStop(config: BotConfig): void {
  if (!isStopLossWithinFees(config)) return;
  const reason = 'the entry fee of step 1 alone reaches it: every round would end as it opens';
  throw new ApiError('VALIDATION', { field: 'exit.stop_loss.value', parameters: { reason } });
}

function refuseInUse(active: readonly BotReservation[], { rules }: Listing): void {
  if (active.some((bot) => bot.instrumentId === rules.id)) {
    throw new ApiError('SYMBOL_IN_USE', { field: 'basic.symbol', parameters: { symbol: rules.id } });
  }
}

function refuseTooLittle({ available }: { readonly available: Decimal }, request: ParsedCreateBotRequest): void {
  const allocation = allocationOf(request);
  const least = decimal(contractLimits.smallestAvailableMargin);
  if (allocation.units <= 0n) throw refusalOfPlan({ kind: 'no_budget' });
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

/** The plan at a price that was asked for just now: an exchange that died a moment ago starts no bot. */
async function planNow(context: AppContext, config: BotConfig): Promise<LadderPreview> {
  const price = await context.market.askPrice(config.instrument);
  if (!price.ok || context.clock.now() - price.value.receivedAt > serverLimits.priceMaxAgeMs)
    throw new ApiError('EXCHANGE_UNAVAILABLE');
  const firstPrice = toFraction({
    units: price.value.last * config.instrument.tickSz.units,
    scale: config.instrument.tickSz.scale,
  });
  const result = previewLadder({ config, budget: config.allocation, firstPrice });
  if (!result.ok) throw refusalOfPlan(result.refusal);
  const failing = result.preview.rows.find((row) => row.affordability.kind !== 'ok');
  if (failing === undefined) return result.preview;
  const reason =
    failing.affordability.kind === 'beyond_liquidation'
      ? 'its price lies beyond the liquidation price of the steps before it'
      : 'the margin left at its price is too small';
  throw new ApiError('STEP_UNAFFORDABLE', {
    field: 'entry.count',
    parameters: { step: String(failing.step), reason, kind: failing.affordability.kind },
  });
}

function refusalOfPlan(refusal: PlanRefusal): ApiError {
  switch (refusal.kind) {
    case 'below_min_size':
      return new ApiError('BELOW_MIN_SIZE', {
        field: 'basic.max_total_size',
        parameters: { step: String(refusal.step), smallestAllocation: formatFixed(refusal.smallestAllocation, 2) },
      });
    case 'same_tick':
      return new ApiError('STEPS_TOO_CLOSE', {
        field: 'entry.step_distance',
        parameters: { step: String(refusal.step) },
      });
    case 'above_max_size':
      return new ApiError('STEP_TOO_LARGE', { field: 'basic.max_total_size', parameters: sizeParameters(refusal) });
    case 'beyond_tier':
      return new ApiError('BEYOND_TIER', { field: 'basic.leverage', parameters: sizeParameters(refusal) });
    case 'no_budget':
      return new ApiError('VALIDATION', {
        field: 'basic.max_total_size',
        parameters: { reason: 'must be above zero' },
      });
    default:
      return refusal satisfies never;
  }
}

function sizeParameters({ step, maxSz }: { readonly step: number; readonly maxSz: Decimal }) {
  return { step: String(step), maxSize: formatDecimal(maxSz) };
}

/** A preview more than 1 % away from the server's own plan is a preview of another market (decision 3). */
function refuseChanged(request: ParsedCreateBotRequest, plan: PlanResponse): void {
  const tolerance = toFraction(decimal(contractLimits.planTolerance));
  const rows = request.entry.data;
  if (rows.length === 0) return;
  const isSame =
    rows.length === plan.steps.length &&
    plan.steps.every((step, index) => {
      const row = rows[index];
      if (row === undefined || row.step !== step.step) return false;
      return (
        compareFractions(
          relativeDistance(toFraction(decimal(step.price)), toFraction(decimal(row.price))),
          tolerance,
        ) <= 0 &&
        compareFractions(
          relativeDistance(toFraction(decimal(step.amount)), toFraction(decimal(row.amount))),
          tolerance,
        ) <= 0
      );
    });
  if (!isSame) throw new ApiError('PLAN_CHANGED', { field: 'entry.data', plan });
}

interface Decided {
  readonly account: AccountRecord;
  readonly config: BotConfig;
  readonly summary: PlanSummary;
  readonly balance: Decimal;
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
    balance: formatDecimal(decided.balance),
    idempotencyKey: idempotencyKey ?? randomUUID(),
    now: context.clock.now(),
  };
}

/** The same key again: the bot made first, if it was the same order. */
function repeated(bot: BotRecord, requestHash: string): { readonly bot: BotRecord; readonly plan: PlanResponse } {
  const summary = JSON.parse(bot.planSummary) as PlanSummary; // written by newBot above, nobody else writes this column for own bots
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
