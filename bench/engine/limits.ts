// The limits of the engine bench, and the sizes of its phases.

/** The limits that the engine must meet on two cores with 500 accounts and 2,000 bots. */
export const engineLimits = {
  /** The time until all accounts have their private stream, by number of source addresses. */
  connectedSeconds: { 1: 300, 4: 80 } as Readonly<Record<number, number>>,
  idleCpuMsPerBotSecond: 0.05,
  idleStatementsPerBotSecond: 0.02,
  fillToOrderMs: { p50: 10, p99: 50 },
  stopToCancelMs: { p50: null, p99: 100 },
  kibibytesPerBot: 60,
  managedSeconds: 60,
  /** A phase in which the sandbox uses a larger share of one core is invalid. */
  exchangeCoreShare: 0.6,
} as const;

/** The instruments of the bots. Each account has one bot on each instrument. */
export const instruments = {
  /** Each account has its own prices, so that one price change fills one order. */
  spread: ['ETH-USDT-SWAP', 'BTC-USDT-SWAP'],
  /** All accounts have the same prices, so that one price change fills the orders of all accounts. */
  mass: 'XRP-USDT-SWAP',
  /** The bots on this instrument are stopped. */
  stopped: 'DOGE-USDT-SWAP',
} as const;
export const allInstruments = [...instruments.spread, instruments.mass, instruments.stopped];

/** The mean rates of fills per second. */
export const fillRates = { steady: 20, busy: 100 } as const;
/** The number of stopped bots, and the time between two stops. */
export const stops = { count: 50, everyMs: 100 } as const;
/** The shortest idle phase. It contains each reading of an account at least once. */
export const idleSeconds = 60;
/** The time after a phase in which late commands are still measured. */
export const lateMs = 2_000;
/** The longest wait for connections or for managed accounts. */
export const waitLimitMs = 400_000;
