// English texts of the banners of a bot: an error, the trading state of the pair, holds, the trading key, the loss guard, and why entries wait.
import { waits } from './waits.ts';

export const banners = {
  ...waits,
  'bots.errorState':
    'This bot has stopped trading. Its resting orders stay as they are. Check the log, then close the position or contact support.',
  'bots.recover.entry_missed':
    'The first order did not fill after several tries. The bot places no entries until you decide.',
  'bots.recover.reduced_externally':
    'You reduced the position at the exchange. The exits of the rest stay, and the bot places no entries until you decide.',
  'bots.recover.continue': 'Continue',
  'bots.recover.exitsOnly': 'Exits only',
  'bots.recover.done': '{name} is recovered.',
  'bots.recover.failed': 'The bot was not recovered: {reason}',
  'bots.trading.halted':
    'The exchange has suspended trading. Entries are cancelled, your position and its exits stay, and the bot continues when trading resumes.',
  'bots.trading.postOnly':
    'The exchange accepts post-only orders only. The bot places no entries, your position and its exits stay, and the bot continues when trading resumes.',
  'bots.trading.expired':
    'The exchange has ended trading of this pair and settles the open position. The bot then ends.',
  'bots.trading.ends':
    'The exchange ends trading of this pair on {time}. The bot ends after this round and opens no new one.',
  'bots.dust':
    '{size} contracts are below the exchange’s smallest order and have no exit. The next exit that is large enough closes them.',
  'bots.hold.by.user': 'You have put this bot on hold.',
  'bots.hold.by.grant': 'The operator has withdrawn the approval.',
  'bots.hold.by.key': 'The trading key of the account is revoked.',
  'bots.hold.by.maintenance': 'This bot is on hold for maintenance.',
  'bots.hold.by.panic': 'This bot is on hold after an emergency stop.',
  'bots.hold.do.grant': 'Ask the operator. You can stop the bot at any time.',
  'bots.hold.do.key': 'Create a new key on the Exchange tab.',
  'bots.hold.do.maintenance': 'You do not have to do anything: the bot continues after the maintenance.',
  'bots.hold.do.panic': 'Ask the operator when the hold will end. You can stop the bot at any time.',
  'bots.hold.restore':
    'This server is frozen, because its data may be a copy of another server’s. It sends no orders until the operator confirms it; open orders rest at the exchange.',
  'bots.hold.rounds': 'The current round continues; no new round opens.',
  'bots.hold.entries': 'Entries are cancelled; exits and stop losses stay.',
  'bots.hold.message': 'A webhook message has put this bot on hold.',
  'bots.hold.release': 'Release the hold',
  'bots.hold.released': 'The hold on {name} is released.',
  'bots.hold.failed': 'The hold was not released: {reason}',
  'bots.hold.until': 'Until {time}.',
  'bots.key.withdraw':
    'The trading key of this account can withdraw. The bot places no new entries until you replace the key; exits and stop losses stay.',
  'bots.key.refused':
    'The exchange refuses the trading key of this account. The bot sends no new orders until you create a new key; resting orders stay at the exchange.',
  'bots.key.missing':
    'This account has no trading key. The bot sends no orders until you create a key; resting orders stay at the exchange.',
  'bots.key.open': 'Open the Exchange tab',
  'bots.guard.wait': 'A stop loss has closed the round. The next round waits until {time}.',
  'bots.guard.stops': 'Too many stop losses within an hour. No new round opens until you release the bot.',
  'bots.guard.loss': 'The daily loss limit is reached. No new round opens until you release the bot.',
  'bots.guard.release': 'Release the bot',
  'bots.guard.released': '{name} is released. New rounds can open again.',
  'bots.guard.failed': 'The bot was not released: {reason}',
} as const;
