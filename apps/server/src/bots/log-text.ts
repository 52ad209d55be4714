// The English text of a log line. Clients translate the key; this text is for those that do not.
import type { BotLogRow } from '@rondo/engine/ports';
import type { BotLog } from '@rondo/contract';

const texts: Readonly<Record<string, string>> = {
  'bots.log.roundOpened': 'Round {round} opens with {budget} USDT at {price}: {size} contracts.',
  'bots.log.waitingForSignal': 'Round {round} waits for a signal.',
  'bots.log.stepFilled': 'Round {round}: step {step} filled, {size} contracts at {price}.',
  'bots.log.exitFilled': 'Round {round}: {size} contracts closed at {price}.',
  'bots.log.cycleCompleted': 'Round {round}: step {step} took profit for the {cycle}. time, {netPnl} USDT net.',
  'bots.log.roundCompleted': 'Round {round} ended: {netPnl} USDT net.',
  'bots.log.botCompleted': 'The bot has ended: {netPnl} USDT net.',
  'bots.log.liquidated': 'The exchange liquidated the position in round {round}: {netPnl} USDT net.',
  'bots.log.entryMissed': 'Round {round}: the price moved away, try {attempt} did not fill.',
  'bots.log.orderRejected': 'The exchange refused an order of step {step} (code {code}).',
  'bots.log.planRefused': 'Round {round} cannot be opened: {reason}.',
  'bots.log.stopAndCloseAccepted': 'Stopping: orders are cancelled and the position is closed.',
  'bots.log.stopAndLeaveAccepted': 'Stopping: orders are cancelled, the position stays open without protection.',
  'bots.log.lastRoundSet': 'The bot ends after the next take-profit.',
  'bots.log.lastRoundUnset': 'The bot goes on after the next take-profit.',
  'bots.log.lateFill': 'A late fill of round {round}, {size} contracts, is being closed.',
  'bots.log.failed': 'The bot stopped entering: {reason}.',
};

/** A log row in the words of the wire. */
export function toBotLog(row: BotLogRow): BotLog {
  const text = texts[row.messageKey] ?? row.messageKey;
  return {
    created_at: new Date(row.at).toISOString(),
    type: row.type,
    message: text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => row.parameters[name] ?? whole),
    message_key: row.messageKey,
    parameters: { ...row.parameters },
  };
}
