// English texts: the reasons in the health of the server. The keys end with the codes of the contract (`health-reasons.ts`).
export const healthReasons = {
  'operator.health.reason.late': 'No response in time',
  'operator.health.reason.unreachable': 'Not reachable',
  'operator.health.reason.database': 'The database does not respond',
  'operator.health.reason.starting': 'The engine has not started yet',
  'operator.health.reason.ending': 'This node is shutting down',
  'operator.health.reason.draining': 'This node is draining',
  'operator.health.reason.signer': 'The signer is not running, so nothing is sent to the exchange',
  'operator.health.reason.foreign_key':
    'A key was used that no part of the product uses. Look at the log event signer.honeyUsed',
  'operator.health.reason.frozen': 'The installation is frozen until `rondo restore confirm`',
  'operator.health.reason.suspects': {
    one: 'Other programs listen to {count} account. No order is sent until this has been checked again',
    other: 'Other programs listen to {count} accounts. No order is sent until this has been checked again',
  },
  'operator.health.reason.unreadable_keys': {
    one: 'The keys of {count} account cannot be read',
    other: 'The keys of {count} accounts cannot be read',
  },
  'operator.health.reason.stale': 'An account has not been read recently',
  'operator.health.reason.blind':
    'Accounts without messages from the exchange: {count} of {accounts} (waiting for a connection: {waiting}, connecting: {opening})',
  'operator.health.reason.no_stream': 'Accounts without a private stream: {count} of {accounts}',
  'operator.health.reason.frozen_bots': { one: '{count} bot is frozen', other: '{count} bots are frozen' },
  'operator.health.reason.orphan_orders': {
    one: '{count} open order has no record in the order journal',
    other: '{count} open orders have no record in the order journal',
  },
  'operator.health.reason.copy_orders': {
    one: 'Another copy of this installation has sent {count} order',
    other: 'Another copy of this installation has sent {count} orders',
  },
  'operator.health.reason.later_listeners': {
    one: 'Other programs have begun to listen to {count} account. A copy of this installation may be running',
    other: 'Other programs have begun to listen to {count} accounts. A copy of this installation may be running',
  },
  'operator.health.reason.bus': 'This node has no connection to NATS',
  'operator.health.reason.sandbox': 'The practice exchange does not respond',
  'operator.health.reason.exchange': 'The exchange does not respond',
  'operator.health.reason.exchange_code': 'The exchange does not respond ({code})',
  'operator.health.reason.demo_preparing': 'The demo data is being prepared',
  'operator.health.reason.demo_incomplete': 'The demo data is incomplete',
  'operator.health.reason.no_backup': 'No backup has been made yet',
  'operator.health.reason.old_backup': 'The newest backup is {hours}\u00a0h old',
} as const;
