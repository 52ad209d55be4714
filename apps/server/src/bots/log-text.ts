// The English texts of log lines, for clients that do not translate the message key.
import { botLogKeys, type BotLogKey } from '@rondo/engine';
import { memoise } from '../async/memoise.ts';
import type { BotLogRow } from '@rondo/engine/ports';
import type { BotLogWire } from '@rondo/contract';

const texts: Readonly<Record<BotLogKey, string>> = {
  'bots.log.roundOpened': 'Round {round} opens with {budget} USDT at {price}: {size} contracts.',
  'bots.log.waitingForSignal': 'Round {round} waits for a signal.',
  'bots.log.signalRefused': 'A signal came: not used.',
  'bots.log.openingExpired': 'Round {round} was not opened: its first order was not sent before the end of the signal.',
  'bots.log.roundDelayed': 'After a stop loss the next round waits {minutes} min.',
  'bots.log.lockedByStops': '{stops} stop losses within an hour: no new round until the owner releases the bot.',
  'bots.log.lockedByLoss': '{netPnl} USDT net within a day: no new round until the owner releases the bot.',
  'bots.log.recoveredToTrade': 'The owner has chosen to continue: the bot places entries again.',
  'bots.log.recoveredToExit': 'The owner has chosen exits only: no new entries, and the bot ends with this round.',
  'bots.log.heldRounds': 'On hold: the running ladder continues, and no new round opens.',
  'bots.log.heldEntries': 'On hold: no new entries; exits and stops stay.',
  'bots.log.released': 'A hold has ended.',
  'bots.log.guardReleased': 'The owner has released the bot: new rounds can open again.',
  'bots.log.stepFilled': 'Round {round}: step {step} filled, {size} contracts at {price}.',
  'bots.log.exitFilled': 'Round {round}: {size} contracts closed at {price}.',
  'bots.log.cycleCompleted': 'Round {round}: step {step} completed cycle {cycle}, {netPnl} USDT net.',
  'bots.log.roundCompleted': 'Round {round} ended: {netPnl} USDT net.',
  'bots.log.botCompleted': 'The bot has ended: {netPnl} USDT net.',
  'bots.log.liquidated': 'The exchange liquidated the position in round {round}: {netPnl} USDT net.',
  'bots.log.entryMissed': 'Round {round}: the price moved away, try {attempt} did not fill.',
  'bots.log.orderRejected': 'The exchange refused an order of step {step} (code {code}).',
  'bots.log.stepBlocked': 'Round {round}: not enough margin for step {step}. It waits until more is available.',
  'bots.log.planRefused': 'Round {round} could not be planned, so it was not opened.',
  'bots.log.stopAndCloseAccepted': 'Stopping: orders are cancelled and the position is closed.',
  'bots.log.stopAndLeaveAccepted': 'Stopping: orders are cancelled, the position stays open without protection.',
  'bots.log.lastRoundSet': 'The bot ends after the next take-profit.',
  'bots.log.lastRoundUnset': 'The bot continues after the next take-profit.',
  'bots.log.lateFill': 'A late fill of round {round}, {size} contracts, is being closed.',
  'bots.log.failed': 'The bot places no new entries because of an error; its exits stay.',
  'bots.log.orderBeingVerified':
    'No response from the exchange to an order of step {step}: the order is being checked.',
  'bots.log.orderContradiction':
    'The exchange says contradicting things about an order of step {step} ({state}, {fact}).',
  'bots.log.orderCancelledOutside': 'An order of step {step} was cancelled by hand and is left out for this round.',
  'bots.log.exitReplacedOnce': 'The exit of step {step} was cancelled by hand and is placed again, once.',
  'bots.log.ledgerGap':
    'The account went unread for too long, and the exchange no longer lists all fills (days missing: {days}). The records of the bot may lack fills.',
  'bots.log.orphanOrder':
    'The exchange shows an order of Rondo on {instrument} that Rondo did not record (order {order}). No new entries until the order is gone.',
  'bots.log.positionDiffers': 'The position at the exchange differs from the bot’s: no new entries until both agree.',
  'bots.log.rulesChanged':
    'The exchange changed its order rules: tick size {tickSz}, lot size {lotSz}, smallest order {minSz}. All exits are placed by the new rules.',
  'bots.log.entryDropped': 'Step {step} is below the smallest order of the exchange: it is not entered in this round.',
  'bots.log.tradingHalted':
    'The exchange has suspended trading: entries are cancelled, the position and its exits stay, and the bot continues when trading resumes.',
  'bots.log.tradingResumed': 'Trading has resumed: the bot continues.',
  'bots.log.tradingWillEnd':
    'The exchange will end trading of this pair: the bot ends after this round and opens no new one.',
  'bots.log.tradingEnded': 'The exchange has ended trading of this pair and settles the open position.',
  'bots.log.dustDeclared':
    '{size} contracts are below the smallest order of the exchange and have no exit; the next exit that is large enough closes them.',
};

/** The sentences about an order that belongs to no step: the kind of the order replaces its step. */
const kindTexts: Partial<Record<BotLogKey, Readonly<Record<string, string>>>> = {
  'bots.log.orderRejected': {
    baseExit: 'The exchange rejected the base exit (code {code}).',
    stopLoss: 'The exchange rejected the stop loss (code {code}).',
    close: 'The exchange rejected the order that closes the position (code {code}).',
  },
  'bots.log.orderBeingVerified': {
    baseExit: 'No response from the exchange to the base exit: the order is being checked.',
    stopLoss: 'No response from the exchange to the stop loss: the order is being checked.',
    close: 'No response from the exchange to the order that closes the position: the order is being checked.',
  },
  'bots.log.orderContradiction': {
    baseExit: 'The exchange says contradicting things about the base exit ({state}, {fact}).',
    stopLoss: 'The exchange says contradicting things about the stop loss ({state}, {fact}).',
    close: 'The exchange says contradicting things about the order that closes the position ({state}, {fact}).',
  },
  'bots.log.orderCancelledOutside': {
    baseExit: 'The base exit was cancelled by hand and is left out for this round.',
    stopLoss: 'The stop loss was cancelled by hand and is left out for this round.',
  },
  'bots.log.exitReplacedOnce': {
    baseExit: 'The base exit was cancelled by hand and is placed again, once.',
    stopLoss: 'The stop loss was cancelled by hand and is placed again, once.',
  },
};

/** The sentence for each reason code of a bot that takes no new entries. */
const failures: Readonly<Record<string, string>> = {
  below_min_size: 'No new round: a step would be below the smallest order.',
  same_tick: 'No new round: two steps would have the same price.',
  above_max_size: 'No new round: an order would be larger than the exchange allows.',
  beyond_tier: 'No new round: the position would be larger than this leverage allows.',
  no_budget: 'No new round: the allocation is used up.',
  position_missing: 'The position was closed outside of Rondo: no new entries.',
  reduced_externally: 'The position was reduced outside of Rondo: no new entries, exits stay for the rest.',
  entry_missed: 'The opening order did not fill after several tries: no new entries.',
  order_rejected: 'The exchange refuses this bot’s orders: no new entries.',
  frozen:
    'The bot is frozen: its data cannot be read or are inconsistent. Nothing is sent for it; its orders stay at the exchange. Stop it to cancel its orders and to close its position.',
  unknown_step: 'A fill belongs to no step of the ladder: no new entries.',
};

/** The sentence for each reason code of a signal that was not used. */
const signalRefusals: Readonly<Record<string, string>> = {
  held: 'A signal came during a hold: not used.',
  lastRound: 'A signal came, but this round is the last: not used.',
  stopping: 'A signal came while the bot stops: not used.',
  closing: 'A signal came while a round closes: not used.',
  open: 'A signal came while a round is open: not used.',
  late: 'A signal came too late: not used.',
  noDistance: 'The volatility (ATR) of the last hour is unknown: no round opened.',
};

/** The sentences about a kept position: what was realised is neither a profit nor a loss. */
const keptTexts = {
  leave: 'Round {round} ended and its position was kept: {netPnl} USDT net is the realised part.',
  stopped_left_open: 'The bot has ended and its position was kept: {netPnl} USDT net is the realised part.',
} as const;

const reasons: Partial<Record<BotLogKey, Readonly<Record<string, string>>>> = {
  'bots.log.failed': failures,
  'bots.log.signalRefused': signalRefusals,
  'bots.log.roundCompleted': keptTexts,
  'bots.log.botCompleted': keptTexts,
};

/** Returns log rows in the form of the API. The result is cached per array of rows. */
export const toBotLogs: (rows: readonly BotLogRow[]) => BotLogWire[] = memoise((rows) => rows.map(toBotLog));

function toBotLog(row: BotLogRow): BotLogWire {
  const key = botLogKeys.find((each) => each === row.messageKey);
  // A key that another version of the program wrote has no text here, so the text is the key.
  const text = key === undefined ? row.messageKey : (ownTextOf(key, row.parameters) ?? texts[key]);
  return {
    created_at: new Date(row.at).toISOString(),
    type: row.type,
    message: text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => row.parameters[name] ?? whole),
    message_key: row.messageKey,
    parameters: { ...row.parameters },
  };
}

function ownTextOf(key: BotLogKey, { kind, reason }: BotLogRow['parameters']): string | undefined {
  return sentenceOf(kindTexts[key], kind) ?? sentenceOf(reasons[key], reason);
}

function sentenceOf(
  sentences: Readonly<Record<string, string>> | undefined,
  name: string | undefined,
): string | undefined {
  return sentences === undefined || name === undefined || !Object.hasOwn(sentences, name) ? undefined : sentences[name];
}
