// Computes the preview of the form from the instrument, the price and the margin, and lists the reasons why no bot can be started.
import type { InstrumentWire } from '@rondo/contract';
import {
  compareDecimals,
  decimal,
  formatDecimal,
  fractionToDecimal,
  maxDecimal,
  multiplyFractions,
  percent,
  percentToRatio,
  toFraction,
  signOf,
  subtract,
  zero,
  type Decimal,
} from '@rondo/decimal';
import {
  createBotConfig,
  minAvailableMargin,
  previewLadder,
  refusedStopLoss,
  type BotConfig,
  type BotSettings,
  type LadderPreview,
  type PlanRefusal,
} from '@rondo/strategy';
import { readAmount } from '../../../lib/numbers/amount.ts';
import { findProblems, rulesOf, settingsOf, type FormProblem } from './create-config.ts';
import { suggestedName, type CreateForm, type FormLanguage } from './create-form.ts';
import type { KeyBlock } from './key-block.ts';

/** Decision 41: the default allocation in percent of the available margin, for a first bot and while other bots run. */
const defaultShares = { first: '90', besideBots: '99' } as const;

/** The data of the market and of the account. When the price is null, no preview is computed (decision 9). */
export type CreateWorld = {
  readonly instrument: InstrumentWire | null;
  /** True when the list of instruments could not be loaded. */
  readonly hasInstrumentsFailed: boolean;
  readonly lastPrice: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly available: string | null;
  /** The margin of the open positions that no bot manages, in USDT. The available margin still contains it. */
  readonly foreignMargin: string;
  readonly accountId: string | null;
  /** False until the list of accounts was read. Null as `accountId` then does not say that no account is linked. */
  readonly isAccountRead: boolean;
  /** The reason why no bot can start with the trading key of the account, or null. */
  readonly keyBlock: KeyBlock | null;
  readonly instrumentsInUse: readonly string[];
};

/** The reasons why no bot can be started. The first reason is shown beside the button. */
export type Blocker =
  | { readonly kind: 'loading' }
  | { readonly kind: 'no_instruments' }
  | { readonly kind: 'not_linked' }
  | { readonly kind: 'key'; readonly block: KeyBlock }
  | { readonly kind: 'in_use'; readonly instrumentId: string }
  | { readonly kind: 'suspended'; readonly instrumentId: string }
  | { readonly kind: 'ending'; readonly instrumentId: string; readonly endsAt: number }
  | { readonly kind: 'no_price'; readonly instrumentId: string }
  | { readonly kind: 'no_margin' }
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  | { readonly kind: 'stop_loss_too_tight'; readonly smallest: string }
  | { readonly kind: 'refusal'; readonly refusal: PlanRefusal }
  | { readonly kind: 'unaffordable'; readonly step: number; readonly why: 'unaffordable' | 'beyond_liquidation' };

export type CreateModel = {
  readonly name: string;
  readonly allocation: Decimal | null;
  readonly settings: BotSettings | null;
  readonly config: BotConfig | null;
  readonly preview: LadderPreview | null;
  /** The preview with the settings before the last choice of a preset. Null when there is nothing to compare. */
  readonly before: LadderPreview | null;
  readonly problems: readonly FormProblem[];
  readonly blockers: readonly Blocker[];
};

/**
 * Returns the plan of the form, the problems of its fields, and the reasons that block the creation. The typed amount is parsed in
 * the language of `i18n`, because languages have different separators. The suggested name has this language too.
 */
export function previewCreate(form: CreateForm, world: CreateWorld, i18n: FormLanguage): CreateModel {
  const available = world.available === null ? null : decimal(world.available);
  const name = form.name ?? suggestedName(form, i18n);
  const typed = form.allocation === null ? null : readAmount(form.allocation, i18n.language);
  const problems = findProblems(form, { name, allocation: typed, available });
  const allocation = typed === null ? defaultAllocation(world) : typed.kind === 'amount' ? typed.value : null;
  const planned = plan(form, world, allocation);
  const before = form.beforePreset === null ? null : plan({ ...form, ...form.beforePreset }, world, allocation).preview;
  const blockers = [
    ...worldBlockers(form, world, available),
    ...problems.map((problem): Blocker => ({ kind: 'problem', problem })),
    ...planned.blockers,
  ];
  return { ...planned, before, name, allocation, problems, blockers };
}

/** Returns the default allocation in percent of the available margin (decision 41). The user may type any amount up to the whole margin. */
export function defaultShareOf(instrumentsInUse: readonly string[]): string {
  return instrumentsInUse.length > 0 ? defaultShares.besideBots : defaultShares.first;
}

/** Returns the available margin in USDT without the margin of positions that no bot manages. The result is not negative. */
export function freeMarginOf({
  available,
  foreignMargin,
}: Pick<CreateWorld, 'available' | 'foreignMargin'>): Decimal | null {
  return available === null ? null : maxDecimal(zero, subtract(decimal(available), decimal(foreignMargin)));
}

/** Returns the default allocation in USDT. */
function defaultAllocation(world: CreateWorld): Decimal | null {
  const free = freeMarginOf(world);
  if (free === null) return null;
  const share = percentToRatio(percent(defaultShareOf(world.instrumentsInUse)));
  return fractionToDecimal(multiplyFractions(toFraction(free), share), 2, 'down');
}

function worldBlockers(form: CreateForm, world: CreateWorld, available: Decimal | null): Blocker[] {
  const blockers: Blocker[] = [];
  if (world.accountId === null) blockers.push({ kind: world.isAccountRead ? 'not_linked' : 'loading' });
  if (world.keyBlock !== null) blockers.push({ kind: 'key', block: world.keyBlock });
  if (world.instrumentsInUse.includes(form.instrumentId))
    blockers.push({ kind: 'in_use', instrumentId: form.instrumentId });
  blockers.push(...tradingBlockers(world.instrument));
  if (world.instrument === null && world.hasInstrumentsFailed) blockers.push({ kind: 'no_instruments' });
  else if (world.instrument === null || (world.accountId !== null && available === null))
    blockers.push({ kind: 'loading' });
  else if (world.lastPrice === null) blockers.push({ kind: 'no_price', instrumentId: form.instrumentId });
  // The default allocation leaves the margin of other positions free. A typed allocation may use the whole available margin.
  const usable = form.allocation === null ? freeMarginOf(world) : available;
  if (usable !== null && compareDecimals(usable, decimal(minAvailableMargin)) < 0) blockers.push({ kind: 'no_margin' });
  return blockers;
}

/** Returns why the exchange does not trade the instrument, or will soon not trade it. The server refuses the same instruments. */
function tradingBlockers(instrument: InstrumentWire | null): Blocker[] {
  if (instrument === null) return [];
  const { instId: instrumentId, state, ends_at: endsAt } = instrument;
  if (state !== 'live') return [{ kind: 'suspended', instrumentId }];
  return endsAt === null ? [] : [{ kind: 'ending', instrumentId, endsAt }];
}

type Planned = {
  readonly settings: BotSettings | null;
  readonly config: BotConfig | null;
  readonly preview: LadderPreview | null;
  readonly blockers: readonly Blocker[];
};

function plan(form: CreateForm, world: CreateWorld, allocation: Decimal | null): Planned {
  const nothing: Planned = { settings: null, config: null, preview: null, blockers: [] };
  if (world.instrument === null || world.lastPrice === null || allocation === null || signOf(allocation) <= 0)
    return nothing;
  const settings = settingsOf(form, allocation);
  if (settings === null) return nothing;
  const config = createBotConfig(settings, rulesOf(world.instrument));
  const result = previewLadder({ config, budget: allocation, firstPrice: toFraction(decimal(world.lastPrice)) });
  if (!result.ok) return { settings, config, preview: null, blockers: [{ kind: 'refusal', refusal: result.refusal }] };
  const failing = result.preview.rows.find((row) => row.affordability.kind !== 'ok');
  const blockers = stopBlockers(config, world, world.lastPrice);
  if (failing !== undefined && failing.affordability.kind !== 'ok')
    blockers.push({ kind: 'unaffordable', step: failing.step, why: failing.affordability.kind });
  return { settings, config, preview: result.preview, blockers };
}

// The browser does not know `markGap`, the usual difference between mark price and last price, so `refusedStopLoss` uses the lower bound of `markGap` (strategy 5).
function stopBlockers(config: BotConfig, { bid, ask }: CreateWorld, lastPrice: string): Blocker[] {
  const smallest = refusedStopLoss(config, {
    last: decimal(lastPrice),
    bid: bid === null ? null : decimal(bid),
    ask: ask === null ? null : decimal(ask),
    markGap: null,
  });
  return smallest === null ? [] : [{ kind: 'stop_loss_too_tight', smallest: formatDecimal(smallest) }];
}
