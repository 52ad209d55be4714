// Bounds of our own wire format: sizes of requests, and lifetimes. The bounds of the form are in @rondo/strategy.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Bounds of requests and responses, each with its source. */
export const contractLimits = {
  /** Ours: the longest name in UTF-16 units, checked before its characters are counted; one emoji may have eleven units. */
  botNameInput: 200,
  /** Ours: a description is one short paragraph. */
  botDescriptionLength: 200,
  /** decision 3: entry.data has one row per step, so it has at most as many rows as a ladder has steps. */
  entryRows: 10,
  /** decision 3: a preview that differs by more than this share from the server's plan is refused with PLAN_CHANGED. */
  planTolerance: '0.01',
  /** reliability 5.3 item 3: a password has 8 to 128 characters. The log-in accepts shorter texts in the request and refuses them as wrong. */
  passwordLength: 128,
  /** Specification 9: a password has at least 8 characters. */
  passwordMinLength: 8,
  /** Ours: the length of a messaging ID. Known messengers allow up to 32 characters; names with spaces are longer. */
  personNameLength: 64,
  /** Specification 9: minimum age. */
  minimumAge: 18,
  /** Ours: the reason of a decision is one or two sentences. */
  reasonLength: 500,
  /** Ours: a level is a small number that an operator gives. */
  level: { min: 0, max: 99 },
  /** Ours: labels of a linked account are short. A secret for HMAC has 32 characters, an RSA key about 3,000. */
  exchangeAccount: {
    nameLength: 40,
    keyLength: 128,
    secretLength: 4_096,
    tags: 10,
    tagLength: 30,
    tagsLength: 400,
    descriptionLength: 200,
  },
  /** Ours: one page of people, of linked accounts, of audit lines. */
  userRows: 100,
  linkRows: 100,
  auditRows: 100,
  /** Specification 1: a referral is a short code of letters and digits; the default is the code of the landing page. */
  referral: /^[A-Za-z0-9]{4,20}$/,
  defaultReferral: '111111',
  /** RFC 5321: an e-mail address has at most 254 characters. */
  emailLength: 254,
  /** Ours: an idempotency key is a UUID or a similar id. */
  idempotencyKeyLength: 64,
  /** reliability 5.3 item 48: 64 KiB per request body. */
  bodyBytes: 64 * 1024,
  /** Ours: the longest range of a request is one year. */
  historyDays: 366,
  /** Specification 9: the default range is 30 days. */
  historyDefaultDays: 30,
  historyRows: 500,
  /** Newest log lines of a bot in lists, and in its detail response. */
  botLogs: 20,
  botDetailLogs: 200,
  botDetailOrders: 200,
  /** One page of fills. */
  fillRows: 500,
  /** Ours: one page of fills, orders or bills. Few bots have more than one page. */
  recordRows: 5_000,
  /** Candles of one chart. */
  candleRows: 500,
  /** Specification 9: top 5 over 30 days. */
  leaderboardRows: 5,
  leaderboardDays: 30,
  /** Specification 9: the demo account holds 10,000 USDT. */
  demoBalance: '10000',
  /** Ours: testimonials on the landing page's slider. */
  testimonials: 12,
  /** reliability 5.3 item 33: a state is used once within 10 minutes. */
  oauthStateMs: 10 * minutes,
  oauthStateLength: 200,
  /** Ours: codes of OAuth servers and names of sites are short. */
  oauthCodeLength: 512,
  oauthDomainLength: 100,
  /** Ours: the name of a key at the exchange, which shows about fifty characters. */
  keyLabelLength: 50,
  /** Specification 5: a passphrase has 8 to 32 characters with a special one; the generated one has 16. */
  passphrase: { min: 8, max: 32, generated: 16 },
  passphraseInput: 200,
  termIdLength: 64,
  /** Specification 4: the token's warning begins at 30 minutes, the critical level at 10. */
  tokenWarningMinutes: 30,
  tokenCriticalMinutes: 10,
  /** Specification 2: the WebSocket panel's log holds 10 items. */
  viewerMessages: 10,
  /** reliability 5.3 item 56: sockets per user, inbound messages per 10 s, frame size and outbound queue. */
  socketsPerUser: 5,
  socketMessagesPer10Seconds: 20,
  socketFrameBytes: 4 * 1024,
  socketQueueBytes: 256 * 1024,
} as const;
