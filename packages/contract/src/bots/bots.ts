// The wire format of bots: the list of running bots, one bot with its orders and fills, and the three stop actions.
import * as z from 'zod';
import { botSettings } from '@rondo/strategy/settings';
import { amountTextSchema } from '../wire/amount.ts';
import { tradingStateSchema } from '../market/instruments.ts';
import { shadowRuleSchema } from './entry-signals.ts';
import { planSchema, planStepSchema } from './plan.ts';

/** One line of the log of a bot. `created_at` is an ISO time. `message` is an English text. Clients translate `message_key` and fill in `parameters`. */
const botLogSchema = z.object({
  created_at: z.string(),
  type: z.enum(['PROFIT', 'LOSS', 'ERROR', 'ORDER', 'OTHER']),
  message: z.string(),
  message_key: z.string(),
  parameters: z.record(z.string(), z.string()),
});
/** One line of a bot's log. */
export type BotLogWire = z.infer<typeof botLogSchema>;

/** The phases of a bot (decision 4). `starting` is our addition. It means that the bot is stored and the engine has not started the bot yet. */
export const botPhases = [
  'starting',
  'opening',
  'running',
  'waiting_for_cyclic_entry',
  'waiting_for_signal',
  'waiting_after_stop',
  'locked',
  'stopping',
  'completed',
  'liquidated',
  'error',
  'paused',
] as const;
const botPhaseSchema = z.enum(botPhases);
/** The phase of a bot. */
export type BotPhase = (typeof botPhases)[number];

/** The settings of the bot, with the field names of the creation payload. Percents and counts are numbers. */
const configuration = {
  size_ratio: z.number(),
  basic: z.object({
    symbol: z.string(),
    direction: z.enum(['long', 'short']),
    leverage: z.number(),
    margin_type: z.literal('cross'),
    max_total_size: amountTextSchema,
    auto_reentry: z.object({
      enabled: z.boolean(),
      budget_type: z.literal('percentage'),
      // During an upgrade a newer page reads responses of an older server, which has no such field. Its bots compound.
      compound: z.boolean().default(botSettings.compound.default),
    }),
  }),
  entry: z.object({
    type: z.string(),
    count: z.number(),
    /** With `atr_multiplier` the distance of the running round, or the largest distance while no round is open. */
    step_distance: z.number(),
    /** The factor of the distance from ATR. Absent when the distance is fixed. */
    atr_multiplier: z.number().optional(),
    cycle_credit: z.number(),
    data: z.array(planStepSchema),
    risk_management: z.object({ enabled: z.literal(true), step: z.number() }),
    /** The rule of the entry types `rsi` and `ichimoku`. */
    signal: shadowRuleSchema.optional(),
    /** The rule that is computed beside the bot and does not act. */
    shadow: shadowRuleSchema.optional(),
  }),
  exit: z.object({
    take_profit: z.number(),
    stop_loss: z.object({ enabled: z.boolean(), value: z.number(), on_bot_end: z.boolean() }),
  }),
  metadata: z.object({ name: z.string(), description: z.string() }),
};

const head = {
  id: z.string(),
  title: z.string(),
  symbol: z.string(),
  direction: z.enum(['LONG', 'SHORT']),
  leverage: z.number(),
  martin_steps: z.number(),
  cyclic_steps: z.number(),
  created_at: z.string(),
};

/**
 * A hold of a bot (strategy 8.6). With the level `rounds` no new round opens. With the level `entries` the entries are also cancelled. Exits and stops stay. `until` is
 * the ISO time at which the hold ends, or null. The hold of the loss guard (`guard`, strategy 8.3) has the reason `stop_loss` while it waits after a stop loss. Its
 * reason is `stops` (too many stop losses within an hour) or `loss` (too large a loss within a day) until the owner releases the guard. The server adds the owner
 * `freeze` for a bot that the engine cannot manage, and the owner `restore` while the installation is frozen because it may be a copy.
 */
const holdSchema = z.object({
  by: z.enum(['user', 'grant', 'key', 'guard', 'maintenance', 'panic', 'freeze', 'restore']),
  level: z.enum(['rounds', 'entries']),
  reason: z.string(),
  until: z.string().nullable(),
});
/** A hold of a bot. */
export type HoldWire = z.infer<typeof holdSchema>;

/** The trading state of the instrument of a bot. `ends_at` is the announced end of trading as ISO time. */
const tradingSchema = z.object({ state: tradingStateSchema, ends_at: z.string().nullable() });

/**
 * One order that rests at the exchange or is about to rest there. `size` is its unfilled part in contracts. `net_pnl` is the net result in USDT when the order fills
 * completely at its price: of the cycle for `takeProfit`, and of the whole round for `baseExit` and `stopLoss`. It is null for an entry. `exit_after` and
 * `liquidation_after` are the exit price and the estimated liquidation price after this fill, for an entry also after the fills of the entries before it. The exit of
 * an entry of a cyclic step is the take-profit of this step, and otherwise the base exit. `exit_after` is null when the fill ends the round.
 */
const nextMoveSchema = z.object({
  kind: z.enum(['entry', 'takeProfit', 'baseExit', 'stopLoss']),
  step: z.number(),
  side: z.enum(['buy', 'sell']),
  price: amountTextSchema,
  size: amountTextSchema,
  net_pnl: amountTextSchema.nullable(),
  exit_after: amountTextSchema.nullable(),
  liquidation_after: amountTextSchema.nullable(),
});
/** One resting order of a bot, and what changes after its fill. */
export type NextMoveWire = z.infer<typeof nextMoveSchema>;

/**
 * One running bot. `dust_size` is the part of the position in contracts that is too small for any order (strategy 3.8). `trading` is null while the rules of the
 * instrument are unknown. `current_pnl` is the sum of the net realised and the unrealised PnL in USDT. `pnl_percentage` is this sum in percent of the allocation, with two decimal places.
 * `entry_price` is the average entry price of the open lots, or null when the bot has no open lot. `entry.data` is the ladder of the current round.
 * `entry_wait` is the reason why an entry or the next round waits, one of `entryWaits`, or null when nothing waits. A newer server may have further reasons.
 * `current_step` is the number of steps that have an open lot. `filled_steps` are these steps, in ascending order. It is absent when the state of the bot is unknown.
 * `skipped_steps` are the steps whose entry is not placed again in this round, because its order was cancelled at the exchange; such a step may have an open lot.
 * During an upgrade a newer page reads responses of an older server, which has none of the last three fields.
 */
export const botSchema = z.object({
  ...head,
  ...configuration,
  account_id: z.string(),
  status: z.enum(['active', 'completed']),
  phase: botPhaseSchema,
  holds: z.array(holdSchema),
  is_last: z.boolean(),
  round: z.number(),
  cycles: z.number(),
  current_step: z.number(),
  filled_steps: z.array(z.number()).optional(),
  skipped_steps: z.array(z.number()).default([]),
  allocation: amountTextSchema,
  reserved_margin: amountTextSchema,
  entry_price: amountTextSchema.nullable(),
  mark_price: amountTextSchema.nullable(),
  position_size: amountTextSchema,
  dust_size: amountTextSchema,
  trading: tradingSchema.nullable(),
  entry_wait: z.string().nullable().default(null),
  liquidation_price: amountTextSchema.nullable(),
  take_profit_price: amountTextSchema.nullable(),
  next_moves: z.array(nextMoveSchema),
  realised_pnl: amountTextSchema,
  unrealised_pnl: amountTextSchema.nullable(),
  current_pnl: amountTextSchema,
  pnl_percentage: z.number(),
  end_reason: z.string().nullable(),
  updated_at: z.string(),
  ended_at: z.string().nullable(),
  simulated: z.boolean(),
  logs: z.array(botLogSchema),
});
/** One running bot. */
export type BotWire = z.infer<typeof botSchema>;

/** GET /api/bots/my-bots returns the running bots, oldest first. */
export const botListSchema = z.array(botSchema);

/** One fill. `fee` is positive when the account paid the fee. `size` is in contracts. `at` is exchange time in epoch ms. */
const botFillSchema = z.object({
  fill_id: z.string(),
  order_id: z.string(),
  client_id: z.string(),
  round: z.number().nullable(),
  kind: z.string(),
  step: z.number().nullable(),
  side: z.enum(['buy', 'sell']),
  price: amountTextSchema,
  size: amountTextSchema,
  fee: amountTextSchema,
  liquidity: z.enum(['maker', 'taker']),
  at: z.number(),
});
/** One fill. */
export type BotFillWire = z.infer<typeof botFillSchema>;

/** One order of a bot. It was sent to the exchange or rests there. */
const botOrderSchema = z.object({
  client_id: z.string(),
  round: z.number(),
  kind: z.string(),
  step: z.number(),
  side: z.enum(['buy', 'sell']),
  price: amountTextSchema.nullable(),
  size: amountTextSchema,
  state: z.string(),
  at: z.number(),
});
/** One order of a bot. */
export type BotOrderWire = z.infer<typeof botOrderSchema>;

/**
 * One step of the base exit of the running round: from `at` (epoch ms) on, the exit is at `price`. `cycle` is the completed cycle that moved the exit: its step,
 * its number in the round and its net result in USDT. It is null when an entry moved the exit.
 */
const exitStepSchema = z.object({
  at: z.number(),
  price: amountTextSchema,
  cycle: z.object({ step: z.number(), count: z.number(), net_pnl: amountTextSchema }).nullable(),
});
/** One step of the base exit of the running round. */
export type ExitStepWire = z.infer<typeof exitStepSchema>;

/** The query of GET /api/bots/:id. With `only=round` the orders and fills are those of the latest round, and the log has as many lines as in my-bots. */
export const botQuerySchema = z.strictObject({ only: z.literal('round').optional() });

/** GET /api/bots/:id returns one bot with its plan, orders, fills, and the steps of its base exit in the running round, oldest first. */
export const botDetailSchema = botSchema.extend({
  plan: planSchema.nullable(),
  orders: z.array(botOrderSchema),
  fills: z.array(botFillSchema),
  exit_steps: z.array(exitStepSchema),
});
/** A bot with its plan, orders, fills and the steps of its base exit. */
export type BotDetailResponse = z.infer<typeof botDetailSchema>;

/** GET /api/bots/:id/fills returns the oldest fill first, with exact sums. */
export const fillListSchema = z.object({
  items: z.array(botFillSchema),
  total: z.number(),
  total_fees: amountTextSchema,
  realised_pnl: amountTextSchema,
  is_complete: z.boolean(),
});
/** A page of fills with exact sums. */
export type FillList = z.infer<typeof fillListSchema>;

/** POST /api/bots returns the created bot and the plan of the server. */
export const createBotResponseSchema = z.object({ success: z.literal(true), bot: botSchema, plan: planSchema });
/** The created bot and its plan. */
export type CreateBotResponse = z.infer<typeof createBotResponseSchema>;

const threeShapes = {
  error: 'must be {is_last}, or {status: "completed", close_position, is_last} with both true or both false',
};

/** PATCH /api/bots/:id/status accepts only the three forms of specification 4. Another body is refused with a message that lists the three forms. */
export const botStatusRequestSchema = z.union(
  [
    z.strictObject(
      { status: z.literal('completed'), close_position: z.literal(true), is_last: z.literal(true) },
      threeShapes,
    ),
    z.strictObject(
      { status: z.literal('completed'), close_position: z.literal(false), is_last: z.literal(false) },
      threeShapes,
    ),
    z.strictObject({ is_last: z.boolean() }, threeShapes),
  ],
  threeShapes,
);
/** One of the three stop actions. */
export type BotStatusRequest = z.infer<typeof botStatusRequestSchema>;

/**
 * The bot after the server has recorded the command. The bot still has its orders, because an order is removed only after the exchange has confirmed the end of
 * the order. `pending` is true, and the status is 202, when the command was recorded and the engine has not accepted it yet. The engine accepts it later.
 */
export const botStatusResponseSchema = z.object({
  success: z.literal(true),
  bot: botSchema,
  pending: z.boolean().default(false),
});

/** The path parameters: the id of a bot. */
export const botParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** The body of POST /api/bots/:id/recover: the bot trades on, or it only exits. */
export const botRecoverRequestSchema = z.strictObject({ as: z.enum(['continue', 'exits_only']) });
