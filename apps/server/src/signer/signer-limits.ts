// The bounds and periods of the signer, each with its source. "Ours" means that we chose the value.

export const signerLimits = {
  /** Ours: the number of requests in one message. Requests of one turn of the event loop share a message. */
  batch: 64,
  /** Ours: the largest request. A batch of 20 orders has about 10 KB. */
  bodyChars: 64 * 1_024,
  /** Ours: the number of opened keys. A node has at most 10,000 accounts, and a key that was dropped is opened again. */
  keys: 20_000,
  /**
   * Ours: signatures of one account, per second and at once. OKX accepts at most 1,000 orders of an account in 2 s, in batches of 20, and our readings of an account
   * need a few requests per second. The start of an account needs about 20 readings.
   */
  commandsPerSecond: 120,
  commandsAtOnce: 240,
  readingsPerSecond: 40,
  readingsAtOnce: 200,
  /** Ours: OKX accepts three logins per second of an address. A reconnecting account needs two logins. */
  loginsPerSecond: 0.5,
  loginsAtOnce: 12,
  /** Ours: keys that are opened per second and at once. The start of a node opens the keys of all its accounts. */
  opensPerSecond: 100,
  opensAtOnce: 12_000,
  /** Ours: requests wait so long for a signer that starts again. Then they count as not sent. */
  replyMs: 2_000,
  /** Ours: so many requests wait at once. A further request is not sent. */
  waiting: 20_000,
  /** Ours: the first pause before a signer that ended is started again is zero, then 100 ms, then twice as long each time. */
  restartPauseMs: 100,
  restartPauseMaxMs: 5_000,
  /** Ours: a signer that worked for this time counts as healthy, so the next pause is zero again. */
  healthyMs: 10_000,
  /** Ours: the longest time until a new process has opened the master key. A program that prints the key may ask a service in the network. */
  startMs: 30_000,
  /** Ours: one account and reason is recorded once in this time, for so many accounts and reasons. */
  recordMs: 60_000,
  recorded: 1_000,
  /** Ours: the number of lines that the process writes about refusals, per second and at once. */
  linesPerSecond: 1,
  linesAtOnce: 50,
} as const;
