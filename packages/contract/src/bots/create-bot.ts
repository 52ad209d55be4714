// The body of POST /api/bots: the creation payload of specification 3 with the additions of decision 3. A payload with an unknown field is refused.
import * as z from 'zod';
import { botSettings, defencePercents, maxBotNameLength } from '@rondo/strategy/settings';
import { decimal, formatDecimal, multiply } from '@rondo/decimal';
import {
  amountInputSchema,
  amountWithin,
  choiceOf,
  countWithin,
  rangeMessage,
  type AmountRange,
} from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';
import { isPrintable, notPrintable, requiredLine } from '../wire/text.ts';

/**
 * The values of `entry.type`. The codes 2p to 10p name a defence in percent, which counts only without `defense` and `step_distance` (decision 3).
 * With `market`, these fields can choose the step distance, or `atr_multiplier` lets it follow from the volatility. With `ai-gpt`, an AI model decides when a round opens, and chooses the defence of the round. With `rsi` and `ichimoku`, a round opens when the rule of
 * `entry.signal` fires. With `webhook`, a round opens when a message arrives at the secret address of the bot.
 */
const entryTypes = ['market', '2p', '4p', '6p', '8p', '10p', 'ai-gpt', 'rsi', 'ichimoku', 'webhook'] as const;

/** A setting of a rule: a number, or its text. The server checks its bounds. */
const ruleNumber = z.union([z.number().transform(String), z.string().max(contractLimits.ruleNumberLength)]);

/** The rule of the entry types `rsi` and `ichimoku`. A setting that is missing has its default (docs/signals.md). */
const signal = z.strictObject({
  rule: z.enum(['rsi', 'ichimoku']).optional(),
  bar: z.enum(['5m', '15m', '1H', '4H', '1D']),
  length: ruleNumber.optional(),
  level: ruleNumber.optional(),
  when: z.enum(['crossing', 'while']).optional(),
});

/** A rule that is computed beside a bot and does not act. */
const shadow = signal.required({ rule: true });

const name = requiredLine(contractLimits.botNameInput, 'please enter a bot name').refine(
  (text) => Array.from(text).length <= maxBotNameLength,
  { message: `at most ${maxBotNameLength} characters` },
);

/** A description may contain line breaks and tabs. */
const description = z
  .string()
  .max(contractLimits.botDescriptionLength)
  .refine((text) => isPrintable(text.replaceAll(/[\n\r\t]/g, ' ')), notPrintable);

/** The bounds of the investment ratio as a fraction. The setting has its bounds in percent. */
const sizeRatio = hundredthsOf(botSettings.investmentRatio);

const basic = z.strictObject({
  symbol: z.string().min(1).max(40),
  direction: z.enum(botSettings.direction.choices),
  leverage: countWithin(botSettings.leverage),
  margin_type: z.literal('cross'),
  /** The sum of the planned step amounts, as a notional in USDT. The allocation is max_total_size / leverage / size_ratio. */
  max_total_size: amountInputSchema,
  auto_reentry: z.strictObject({
    enabled: z.boolean(),
    budget_type: z.literal('percentage'),
    // Ours: without the field the bot compounds.
    compound: z.boolean().optional(),
  }),
});

const previewRow = z.strictObject({
  step: countWithin({ min: '1', max: botSettings.martinSteps.max }),
  price: amountInputSchema,
  amount: amountInputSchema,
  type: z.enum(['market', 'limit']),
});

const entry = z.strictObject({
  type: z.enum(entryTypes),
  count: countWithin(botSettings.martinSteps),
  auto_amount: z.literal(true),
  data: z.array(previewRow).max(contractLimits.entryRows),
  ai_style: z.literal('aggressive'),
  risk_management: z.strictObject({
    enabled: z.literal(true),
    step: countWithin(botSettings.cyclicSteps),
    trigger_type: z.literal('immediate'),
    ai_trigger_style: z.literal('boost'),
  }),
  step_distance: amountWithin(botSettings.stepDistance).optional(),
  /** The step distance of each round is this factor times ATR(14) on bars of one hour (strategy 8.7). */
  atr_multiplier: amountWithin(botSettings.atrMultiplier).optional(),
  cycle_credit: amountWithin(botSettings.cycleCredit).optional(),
  defense: choiceOf(defencePercents).optional(),
  signal: signal.optional(),
  shadow: shadow.optional(),
});

const stopLoss = z.strictObject({ enabled: z.boolean(), value: amountInputSchema, on_bot_end: z.boolean() });

/** The complete payload. After this schema has accepted the payload, the server also checks the market, the margin and other bots. */
export const createBotRequestSchema = z
  .strictObject({
    exchange_account_id: z.string().min(1).max(64).optional(),
    size_ratio: amountWithin(sizeRatio),
    basic,
    entry,
    exit: z.strictObject({ take_profit: amountWithin(botSettings.takeProfit), stop_loss: stopLoss }),
    metadata: z.strictObject({ name, description }),
  })
  .refine((request) => request.entry.risk_management.step < request.entry.count, {
    path: ['entry', 'risk_management', 'step'],
    message: 'cyclic steps must be at most martin steps minus 1',
  })
  .refine((request) => !(request.entry.step_distance !== undefined && request.entry.defense !== undefined), {
    path: ['entry', 'step_distance'],
    message: 'give either step_distance or defense, not both',
  })
  .refine(({ entry: each }) => each.atr_multiplier === undefined || !hasOwnDistance(each), {
    path: ['entry', 'atr_multiplier'],
    message: 'give either atr_multiplier or another step distance, not both; a model chooses its own distance',
  })
  .refine((request) => !request.exit.stop_loss.enabled || isStopLossValue(request.exit.stop_loss.value), {
    path: ['exit', 'stop_loss', 'value'],
    message: rangeMessage(botSettings.stopLoss),
  });
/** The payload as a client sends it. Amounts are numbers or decimal strings. */
export type CreateBotRequest = z.input<typeof createBotRequestSchema>;
/** The parsed payload. Amounts are decimal strings. */
export type ParsedCreateBotRequest = z.output<typeof createBotRequestSchema>;

/** Returns whether the entry has a step distance from another field or from its type. */
function hasOwnDistance({ type, step_distance: distance, defense }: z.output<typeof entry>): boolean {
  return distance !== undefined || defense !== undefined || type === 'ai-gpt' || /^\d+p$/.test(type);
}

const stopLossValue = amountWithin(botSettings.stopLoss);

function hundredthsOf({ min, max, step }: AmountRange): AmountRange {
  const hundredth = (text: string): string => formatDecimal(multiply(decimal(text), decimal('0.01')));
  return { min: hundredth(min), max: hundredth(max), step: hundredth(step) };
}

function isStopLossValue(value: string): boolean {
  return stopLossValue.safeParse(value).success;
}

/** The header `idempotency-key` is optional. A second request with an equal key and equal content returns the bot that the first request created. */
export const idempotencyHeadersSchema = z.looseObject({
  'idempotency-key': z
    .string()
    .max(contractLimits.idempotencyKeyLength)
    .regex(/^[\w-]{8,}$/, { message: 'must be at least 8 letters, digits, - or _' })
    .optional(),
});
