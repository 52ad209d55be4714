// The kinds of faults of a trial.

export const faultKinds = [
  'kill-engine',
  'kill-api',
  'pause-engine',
  'pause-api',
  'cut-database',
  'cut-nats',
  'cut-exchange',
  'kill-database',
  'restart-database',
  'restart-nats',
  'drain',
  'restart-engine',
  'step-clock',
  'roll',
] as const;
export type FaultKind = (typeof faultKinds)[number];
