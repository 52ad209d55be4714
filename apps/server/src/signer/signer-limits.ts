// The bounds and periods of the signer, each with its source. "Ours" means that we chose the value.

export const signerLimits = {
  /** Ours: the number of requests in one message. Requests of one turn of the event loop share a message. */
  batch: 64,
  /** Ours: the largest request. A batch of 20 orders has about 10 KB. */
  bodyChars: 64 * 1_024,
  /** Ours: the longest text of a key in a message, and its sealed form in base64. The contract permits secrets of 4,096 characters, each of at most 3 bytes. */
  textChars: 4_096,
  sealedChars: 20_000,
  /** Ours: the longest envelope of the texts of a key, and the longest input of a call of another node, which may contain such an envelope. */
  envelopeChars: 80_000,
  callChars: 200_000,
  /** Ours: the longest message on a socket. A message with the largest requests has 5 MB, and more when many of its characters are escaped. */
  lineChars: 32 * 1_024 * 1_024,
  /** Ours: the number of opened keys. A node has at most 10,000 accounts, and a key that was dropped is opened again. */
  keys: 20_000,
  /**
   * Signatures of one account, per second and at once. They are not smaller than the limits of OKX, because an exit must never wait for this budget: 1,000 orders of
   * an account in 2 s, at worst one in each request, and about 120 readings per second over all endpoints that we read (docs/okx.md).
   */
  commandsPerSecond: 500,
  commandsAtOnce: 1_000,
  readingsPerSecond: 120,
  readingsAtOnce: 240,
  /** Ours: two sockets and a viewer that fail again and again need about one login per second, because the shortest delay of each is 2.5 s. */
  loginsPerSecond: 1,
  loginsAtOnce: 30,
  /** Ours: signatures that check a typed key. A check needs two, and a person may ask for 60 checks in a minute. */
  checksPerSecond: 2,
  checksAtOnce: 60,
  /**
   * Ours: a text whose time is later than the time of the machine by more than this is not signed, so a server that was taken over cannot collect signatures for later. OKX
   * accepts a time for 30 s, and the clock of the machine may be 90 s behind the clock of the exchange (F-CLOCK).
   */
  aheadMs: 120_000,
  /**
   * Ours: accounts whose keys are opened for the first time, per minute and at once. The start of a node opens the keys of all accounts of its database. The operator of a
   * database with more accounts raises the number at once (RONDO_SIGNER_ACCOUNTS).
   */
  accountsPerMinute: 500,
  accountsAtOnce: 1_500,
  /** Ours: a command looks so often whether the next key may be opened. */
  openingWaitMs: 20,
  /** Ours: further openings of these accounts, openings of revoked keys, and work with new keys, per second and at once. The end of 10,000 keys seals each key without its texts. */
  reopensPerSecond: 100,
  reopensAtOnce: 12_000,
  /** Ours: the counts of the openings and of the signatures are reported so often. */
  countsMs: 60_000,
  /** Ours: the signatures of so long a time are one line of the audit. A node that trades signs in each minute, and lines of the audit stay for five years. */
  signedLineMs: 60 * 60_000,
  /**
   * Ours: texts, tokens and calls of other nodes that are opened for the server, per second and at once. A log-in with a code of an authenticator opens one text after a password check, which
   * takes about 30 ms of a processor. The end of 10,000 keys in 5 minutes opens the tokens of two consents for each.
   */
  textsPerSecond: 100,
  textsAtOnce: 1_000,
  tokensPerSecond: 100,
  tokensAtOnce: 2_000,
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
