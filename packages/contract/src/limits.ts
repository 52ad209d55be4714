// The bounds of our own wire format: sizes of requests, and lifetimes. The bounds of the settings of a bot are in @rondo/strategy.

const seconds = 1_000;
const minutes = 60 * seconds;

/** The bounds of requests and responses, each with its source. "Ours" means that we chose the bound. */
export const contractLimits = {
  /**
   * Ours: the longest bot name in UTF-16 units. A name has at most 15 characters, and one emoji may have eleven units. The schema checks this bound before it
   * counts the characters.
   */
  botNameInput: 200,
  /** Ours: a description is one short paragraph. */
  botDescriptionLength: 200,
  /** Decision 3: entry.data has one row per step, and a ladder has at most 10 steps. */
  entryRows: 10,
  /** Decision 3: a preview is refused with PLAN_CHANGED when it differs from the plan of the server by more than this ratio. */
  planTolerance: '0.01',
  /** Reliability 5.3 item 3: a password has 8 to 128 characters. The log-in treats a shorter password as a wrong password. */
  passwordLength: 128,
  /** Specification 9: a password has at least 8 characters. */
  passwordMinLength: 8,
  /** Ours: the length of a messaging ID. Known messengers allow up to 32 characters, and a name with spaces can be longer. */
  personNameLength: 64,
  /** Ours: the largest length of the name of a passkey. */
  passkeyNameLength: 64,
  /** Specification 9: the minimum age of a user in years. */
  minimumAge: 18,
  /** Ours: the reason of a decision is one or two sentences. */
  reasonLength: 500,
  /** Ours: the level of a user is a small number that an operator sets. */
  level: { min: 0, max: 99 },
  /** Ours: labels of a linked account are short. A secret for HMAC has 32 characters, and an RSA key has about 3,000 characters. */
  exchangeAccount: {
    nameLength: 40,
    keyLength: 128,
    secretLength: 4_096,
    tags: 10,
    tagLength: 30,
    tagsLength: 400,
    descriptionLength: 200,
  },
  /** Ours: the number of rows on a page of people, of linked accounts and of audit lines. */
  userRows: 100,
  linkRows: 100,
  auditRows: 100,
  /** Specification 1: a referral is a short code of letters and digits. The default referral is the code that the landing page uses. */
  referral: /^[A-Za-z0-9]{4,20}$/,
  defaultReferral: '111111',
  /** RFC 5321: an e-mail address has at most 254 characters. */
  emailLength: 254,
  /** Ours: a level has at most two digits and two decimals. */
  ruleNumberLength: 10,
  /** Ours: the secret of an incoming signal has 43 characters, and its message is an action with an id and a time. */
  hookTokenLength: 100,
  hookBodyBytes: 4_096,
  /** Ours: an idempotency key is a UUID or a similar id. */
  idempotencyKeyLength: 64,
  /** Reliability 5.3 item 48: a request body has at most 64 KiB. */
  bodyBytes: 64 * 1024,
  /** Ours: the range of a history request has at most one year. */
  historyDays: 366,
  /** Specification 9: the default range of a history request has 30 days. */
  historyDefaultDays: 30,
  historyRows: 500,
  /** The number of log lines of a bot in a list and in the response about one bot. The newest lines are returned. */
  botLogs: 20,
  botDetailLogs: 200,
  botDetailOrders: 200,
  /** The number of rows on a page of fills. */
  fillRows: 500,
  /** Ours: the number of rows on a page of orders or bills. Few bots have so many rows that a second page is necessary. */
  recordRows: 5_000,
  /** The number of candles of one chart. */
  candleRows: 500,
  /** Specification 9: the leaderboard has the five best members of 30 days. */
  leaderboardRows: 5,
  leaderboardDays: 30,
  /** Specification 9: the demo account has 10,000 USDT. */
  demoBalance: '10000',
  /** Ours: the number of testimonials on the landing page. */
  testimonials: 12,
  /** Reliability 5.3 item 33: an OAuth state can be used once within 10 minutes. */
  oauthStateMs: 10 * minutes,
  oauthStateLength: 200,
  /** Ours: the codes of OAuth servers and the names of sites are short. */
  oauthCodeLength: 512,
  oauthDomainLength: 100,
  /** Ours: the exchange shows about fifty characters of the name of a key. */
  keyLabelLength: 50,
  /** Specification 5: a passphrase has 8 to 32 characters, one of which is a special character. A generated passphrase has 16 characters. */
  passphrase: { min: 8, max: 32, generated: 16 },
  passphraseInput: 200,
  termIdLength: 64,
  /** Specification 4: a token has the level warning from 30 remaining minutes, and the level critical from 10 remaining minutes. */
  tokenWarningMinutes: 30,
  tokenCriticalMinutes: 10,
  /** Specification 2: the log of the WebSocket panel has 10 items. */
  viewerMessages: 10,
  /** Reliability 5.3 item 56: the bounds on sockets per user, inbound messages per 10 s, the size of a frame, and the outbound queue. */
  socketsPerUser: 5,
  socketMessagesPer10Seconds: 20,
  socketFrameBytes: 4 * 1024,
  socketQueueBytes: 256 * 1024,
} as const;
