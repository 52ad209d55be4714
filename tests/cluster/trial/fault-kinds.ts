// The kinds of faults of a trial.

export const faultKinds = [
  'kill-engine',
  'kill-api',
  'pause-engine',
  'pause-api',
  'cut-database',
  'cut-database-requests',
  'cut-database-responses',
  'cut-nats',
  'cut-nats-requests',
  'cut-nats-responses',
  'cut-exchange',
  'cut-exchange-requests',
  'cut-exchange-responses',
  'kill-database',
  'restart-database',
  'restart-nats',
  'drain',
  'restart-engine',
  'step-clock',
  'roll',
  'change-version',
] as const;
export type FaultKind = (typeof faultKinds)[number];
