// The bounds and periods of the server, each with its source. "Ours" means that we chose the value.

const seconds = 1_000;
const minutes = 60 * seconds;

/**
 * The steady clock approaches the clock of the machine by at most this share of the time that passes. Ours: the offset to the clock of an exchange is measured
 * every minute, and in a minute this share changes the offset by at most 60 ms.
 */
export const clockSlewShare = 1 / 1_000;

/** Version of the terms and the privacy policy that a sign-up agrees to: the day the terms came into force (specification 2). */
export const consentVersion = '2025-08-01';

export const serverLimits = {
  /** Ours, for decision 56: so many accounts without other listeners prove after a start that no other copy of the installation runs. */
  copyProofAccounts: 3,
  /** Decision 56: without a count of the exchange one command is sent after this time. */
  copyProofMs: 10 * seconds,
  /** Decision 56: after this command all commands are sent when no order of another copy was seen for this time. The open orders of an account are listed every 30 s. */
  copyEvidenceMs: 35 * seconds,
  /** Ours: the server that has claimed this command has this time for it. */
  copyGrantMs: 15 * seconds,
  /** Ours: after this time, which is longer than the grant and the evidence together, another server of the database can claim this command. */
  copyClaimMs: 60 * seconds,
  /** Okx 4.3: a dead socket of our own is closed after 30 s, so later listeners are other programs. */
  copyRecountMs: 30 * seconds,
  /** Ours: an account that is not counted a second time within this time does not hold the installation any more. */
  copySuspicionMs: 2 * minutes,
  /** Ours: servers of one database see the freeze of another server within this time. */
  freezePollMs: 2 * seconds,
  /** Ours: the chart of a running bot shows the steps of the base exit when its round has fewer fills. A round of a week with a fill in five minutes has about 2,000. */
  exitFills: 2_000,
  /** Ours: a smaller response fits into one packet of the network, so its compression gains nothing. */
  compressedBytes: 1_024,
  /** Ours: brotli at level 4 is about as small as gzip at level 9 and needs less processor time. */
  brotliQuality: 4,
  /** Ours: calls for the list of instruments within this time share one list, or one failure. The registry of the exchange client knows the changes. */
  instrumentsMs: 2 * seconds,
  failedInstrumentsMs: 1 * seconds,
  /** Ours: the attempts to open a key that was just stored. An attempt waits 2 s for a signer that starts again. */
  renewAttempts: 5,
  /** I07: no order is opened on a price older than 5 s. */
  priceMaxAgeMs: 5 * seconds,
  /** Ours: calls that request one ticker or chart within this time share one call to the exchange. */
  tickerCacheMs: 1 * seconds,
  candlesCacheMs: 5 * seconds,
  /** Ours: the traded volumes of 24 hours are read at most once in this time. */
  dayVolumeMs: 60 * seconds,
  /** Ours: the number of cached charts and prices. It is about the number of instruments times the number of bars in use. */
  cachedCharts: 200,
  /** Okx 2.2: one request returns the newest 300 candles, and a request that begins within the oldest of them needs a second one. */
  recentCandles: 299,
  /** Ours: the charts that are read, per second and at once. They use half of the requests for recent candles of an address (16 a second). A page of 20 bots has 20 charts. */
  chartReadsPerSecond: 8,
  chartReadsAtOnce: 32,
  /** Ours: while no chart can be read, a chart has its last candles for this time. The shortest bar has this length. */
  shownChartMs: 1 * minutes,
  /**
   * Ours: the charts whose older candles are read, per second and at once. They use a quarter of the requests for older candles of an address (8 a second). The download of candles
   * gets another quarter, and the signals of bots have half of them for themselves.
   */
  olderChartsPerSecond: 2,
  olderChartsAtOnce: 8,
  /** Ours: the prices that are read one by one for screens, per second and at once. They use less than half of the requests of an address (8 a second). */
  shownPricesPerSecond: 3,
  shownPricesAtOnce: 6,
  /** Ours: the health report and the start of a link ask the exchange at most once in this time. */
  reachMs: 2 * seconds,
  cachedTickers: 400,
  /** Decision 44 and ours: the stored candles cover four years. A month of 15-minute candles has 2,976 candles, at most 64 KB before compression. */
  candleMonths: 48,
  monthBytes: 256 * 1_024,
  /**
   * OKX: a page has at most 300 candles, and an address may request 20 pages in 2 s. Ours: the download requests at most four pages per second, which is
   * 40 % of this limit.
   */
  candlePageBars: 300,
  candlePagePauseMs: 250,
  /** Ours: the period in which the download looks for instruments in use, and the age of the newest candles at which they are downloaded again. */
  candleFillMs: 2 * seconds,
  candlesFreshMs: 15 * minutes,
  /** Ours: the time for which an instrument counts as in use after a request, and the largest number of requested instruments. */
  candlesInUseMs: 60 * minutes,
  candleInstruments: 50,
  /**
   * Specification 9: the leaderboard is refreshed every 12 h. Ours: it is refreshed each minute while the product is not ready or the
   * leaderboard is empty.
   */
  leaderboardMs: 12 * 60 * minutes,
  incompleteLeaderboardMs: 1 * minutes,
  /** Ours: the number of results in the bar chart of the leaderboard. On the widest screen each result is 3 px wide. */
  leaderboardBars: 400,
  /** Ours: the time for which testimonials and the places of the plan are cached. */
  showcaseMs: 1 * minutes,
  /** Ours: the replayed rounds of the landing page are chosen again every 12 h, like the leaderboard (decision 33). Without rounds they are chosen again after `emptyReplaysMs`. */
  replaysMs: 12 * 60 * minutes,
  emptyReplaysMs: 10 * seconds,
  /** Reliability 5.3 item 58: the number of calls of one address in a minute. Each open screen polls about 60 times a minute. */
  callsPerMinute: 1_200,
  /** Ours: the number of messages of one address to bots in a minute. A chart service sends the messages of all its users from four addresses. */
  hookCallsPerMinute: 6_000,
  /** Ours: the number of callers whose calls a process counts, of about 150 bytes each. */
  countedCallers: 20_000,
  /** Reliability 5.3 item 58: the number of calls of one person in a minute, from all addresses together. It allows twenty open screens. */
  callsPerPersonPerMinute: 1_200,
  /**
   * Ours: the number of calls of one person in a minute that send requests to the exchange. All members share the request limits of our address at the exchange. A
   * person who links an account and checks it again needs about ten calls.
   */
  exchangeCallsPerMinute: 60,
  /** Ours, for reliability 5.3 item 5: the number of failed log-ins of one address and of one network (IPv4 /24, IPv6 /64) in an hour. */
  failedLoginsPerAddress: 100,
  failedLoginsPerNetwork: 300,
  failedLoginSeconds: 60 * 60,
  /**
   * Ours: the number of password checks of one person in an hour, correct and wrong together, because each check occupies the hasher. Unknown devices together, each
   * known device, and all sessions together have this number each. Wrong passwords alone reach at most 18 in an hour, because their pauses grow.
   */
  passwordChecks: 120,
  /** Reliability 5.3 item 5: the pauses between failed log-ins of one person from unknown devices, and at most 100 failed log-ins in a day. */
  unknownDeviceAttempts: { free: 5, most: 100, longestMs: 15 * minutes, keptMs: 24 * 60 * minutes },
  /** Ours: after 10 failed log-ins in an hour a known device counts as an unknown device. */
  deviceAttempts: { free: 10, most: 10, longestMs: 0, keptMs: 60 * minutes },
  /** A browser keeps the cookie of a known device for a year. */
  deviceCookieSeconds: 365 * 24 * 60 * 60,
  /** Ours: the number of wrong codes of one person in a quarter of an hour. */
  wrongCodes: 10,
  wrongCodeSeconds: 15 * 60,
  /** The longest time for which a log-in waits for the hasher (reliability 5.3 item 5). */
  hashWaitMs: 5 * seconds,
  /** Ours: a person answers the challenge for a passkey within this time (WebAuthn 15.1 recommends 5 minutes). */
  challengeMs: 5 * minutes,
  /** Ours: sensitive calls are allowed for this time after a password check. */
  proofMs: 10 * minutes,
  /** Ours: the number of attempts to log in that the security page shows. */
  listedLogins: 20,
  /** Ours: the largest number of log-ins in an export. Log-ins are stored for three months. */
  exportedLogins: 1_000,
  /** Ours: the number of rows in one read of bots or decisions for an export. */
  exportPage: 1_000,
  /** Ours: a server looks at its database so often and stores outside the database what it has seen. An older copy that lacks less is not known by it. */
  lastSeenMs: minutes,
  /** Ours: the purge runs once a day. Each node checks every hour whether the last purge was more than a day ago. */
  purgeEveryMs: 24 * 60 * minutes,
  purgeCheckMs: 60 * minutes,
  /** Specification 9: access logs are kept for at least a year. */
  accessKeptMs: 366 * 24 * 60 * minutes,
  /** Ours: the lines of the access log are written together once in this time, so a crash loses at most this time. */
  accessFlushMs: 1 * seconds,
  /** Ours: this number of lines of the access log may wait for the disk. They are the calls of about 6 s at the largest measured load, in about 4 MB. */
  accessQueue: 20_000,
  /** Ours: an installation without the honey account tries to plant it so often. */
  honeyCheckMs: 60 * minutes,
  /** Ours: the digest of the newest audit line is exported once an hour, and all lines are checked once a day. */
  auditMarkMs: 60 * minutes,
  auditCheckMs: 24 * 60 * minutes,
  /** Ours: the audit has one line for equal views of a list in this time, and the server remembers so many views. */
  listViewMs: 10 * minutes,
  listViews: 1_000,
  /** Ours, for reliability 5.3 item 48: the levels and the keys of a JSON body. The largest request has 5 levels and about 60 keys. */
  jsonLevels: 16,
  jsonKeys: 500,
  /** Ours: the connections of the server, and of one network that is no trusted proxy. An office of 50 people has about 6 connections per person. */
  connections: 10_000,
  connectionsPerNetwork: 300,
  /** Ours: the headers of a request arrive within this time, and a connection ends after this number of requests. */
  headersMs: 20 * seconds,
  requestsPerConnection: 10_000,
  /** Ours: a mark has about 110 bytes, so the end of the file contains the newest mark. */
  auditMarkBytes: 1_024,
  /** Ours: the program that stores a mark elsewhere ends within this time. */
  auditCommandMs: 30 * seconds,
  /** Ours: twice the product of routes, methods and statuses. A larger number of series would mean a fault of the program. */
  metricSeries: 4_000,
  /** Node reads 16 KiB of headers, which include the address. */
  addressBytes: 16 * 1024,
  /** Ours: the number of sign-ups of one address in an hour. This number is large enough for a household and too small for a script that creates users. */
  registersPerAddress: 20,
  /** Ours: a suffix of 32 random bits makes a taken user name unique. */
  usernameEndingBytes: 4,
  /** Ours: the longest time until a request has arrived completely. It is enough for 64 KiB on a slow connection. */
  requestMs: 30 * seconds,
  /** Ours: the number of bot creations of one user in a minute. The number allows the web app to repeat a request. */
  createsPerMinute: 60,
  /** Ours: the period of pings, the period of publications without a reported change, and the shortest time between two publications. */
  feedPingMs: 20 * seconds,
  feedEveryMs: 1 * seconds,
  feedGapMs: 25,
  /**
   * The period between two checks of the session of a socket. It is at most 60 s because of reliability 5.3 item 55, and at most 30 s
   * because of reliability 5.3 item 15.
   */
  feedSessionMs: 30 * seconds,
  /**
   * Ours: a socket waits so long for a place, and looks again in this period, while the sockets of the person at other nodes have all places. A page that leaves an ending
   * node can arrive here before that node has given its place back.
   */
  socketWaitMs: 2 * seconds,
  socketRetryMs: 500,
  /** Ours: a health check that takes longer counts as failed. */
  healthWaitMs: 3 * seconds,
  /** Ours: the longest time for which the shutdown waits for running requests. */
  stopMs: 10 * seconds,
  /** Ours: the longest time for which a request waits for the engine. The engine executes a recorded command even when the request has timed out. */
  engineTimeoutMs: 3 * seconds,
  /** Ours: a node of people tells the other nodes in this period that it runs, and counts as ended after `apiTtlMs`. */
  apiBeatMs: 2 * seconds,
  apiTtlMs: 15 * seconds,
  /** Ours: the longest time for which an ending node hands its accounts over. It hands over 8 accounts at the same time, each within about a second. */
  drainMs: 30 * seconds,
  /**
   * Ours: a node that ends still serves people for this time, so that a balancer sees that it is not ready. `deploy/Caddyfile` asks every 2 s. Nobody waits when no
   * balancer has asked within `balancerAsksMs`.
   */
  leaveMs: 5 * seconds,
  balancerAsksMs: 10 * seconds,
  /** Ours: the running requests of a node that ends have this time. Then their connections are closed. */
  lastRequestsMs: 10 * seconds,
  idleSweepMs: 50,
  /** Ours: the longest time for which a request waits for the node that trades the account. Then the response has the status 202. */
  commandWaitMs: 2 * seconds,
  /** Ours: the period after which the linked accounts and their holds are read again. */
  commandRetryMs: 2 * seconds,
  /**
   * Ours: the period after which a node looks for recorded commands and new bots of its accounts. A stop through another node is carried within
   * `engineTimeoutMs`.
   */
  workPollMs: 1 * seconds,
  /**
   * Ours: the pause while a node waits for a call that another node carries out with the master key, the time until a node must have taken the call, and until it must have
   * ended. The longest call changes a key, with several requests to the exchange. A node carries out so many calls at once.
   */
  keyCallPollMs: 100,
  keyCallTakeMs: 6 * seconds,
  keyCallWaitMs: 90 * seconds,
  keyCallsAtOnce: 32,
  /** Ours: the picture of an account is written in this period while nobody watches the account. */
  unwatchedPictureMs: 30 * seconds,
  /** Ours: the time for which a node asks for pictures each second. A page reads at least every 10 s. */
  watchMs: 30 * seconds,
  /** Ours: the period in which a node reads the watched accounts of other nodes, and the pause while a call waits for another node. */
  remotePollMs: 1 * seconds,
  remoteWaitMs: 200,
  /**
   * Ours: the shortest time between two views of an account, the period of views without a change, the period in which a node repeats which accounts it watches,
   * and the largest picture in a view. With `feedGapMs`, a change reaches the socket of another node within 100 ms.
   */
  viewGapMs: 25,
  viewEveryMs: 1 * seconds,
  watchRepeatMs: 10 * seconds,
  viewBytes: 36_000,
  /** Ours: an older picture is read again, and the longest time for which a call waits for a newer one. The other node writes a watched account each second. */
  freshPictureMs: 3 * seconds,
  pictureWaitMs: 2.5 * seconds,
  /** Ours: after a wait in vain, no call waits for the account for this time. The takeover of an account takes about as long (decision 58). */
  silentNodeMs: 5 * seconds,
  /** Ours: the number of pictures of other nodes in memory, of about 2 KB each. */
  remoteAccounts: 10_000,
  /** Ours: the number of concurrent dispatches, which is twice the number of connections in the pool of the store, and the longest time for which a dispatch delays the next dispatch. */
  dispatchConcurrency: 32,
  dispatchPaceMs: 250,
  /** I07: a snapshot older than 15 s is not used for decisions. */
  snapshotMaxAgeMs: 15 * seconds,
  /**
   * Ours: the time between two looks at the delay of the event loop, which the metrics of the delay contain. With the 10 ms of the library, an idle process
   * woke 100 times a second and needed 3.2 ms of processor for this, and with 50 ms it needs 0.7 ms.
   */
  loopCheckMs: 50,
  /** Ours: when more than this share of the accounts has had no stream for `blindAfterMs`, the health report shows a problem. */
  blindShare: 0.05,
  blindAfterMs: 30 * seconds,
  /**
   * Specification 4: a token is critical below 11 minutes, because the minutes are floored. Ours: renewable tokens are checked every 30 s and renewed 30 s
   * before they would be critical.
   */
  renewBeforeMs: 11 * minutes + 30 * seconds,
  tokenCheckMs: 30 * seconds,
  /** Ours: a node that has claimed the renewal of a token and has ended loses the claim after this time. A request to the exchange ends before it. */
  renewalClaimMs: 30 * seconds,
  /** Metrics are stored for one day, the longest period of the contract. */
  metricsKeptMs: 24 * 60 * minutes,
  /** The limits of the alerts. Specification 2: more than 5 reconnects are shown in red. The other limits are ours. */
  linkAlerts: { reconnects: 5, uptimePercent: 95, successPercent: 95, fewestCalls: 20, responseMs: 1_000 },
  /** Ours: after an account could not be read from any source address, the addresses of other accounts are chosen without a reading for this time. */
  addressQuietMs: 60 * seconds,
  /** Ours: the number of reads with a new key, and the pause between the reads. Several reads are necessary because some servers of the exchange know a new key later than others. */
  keyReadAttempts: 4,
  keyReadGapMs: 500,
  /**
   * Ours: the period between two polls for keys that the operator revoked, the number of concurrent revocations, the longest wait until the
   * entries of an account are cancelled, and the pause before the next attempt when the exchange did not respond.
   */
  revocationPollMs: 1 * seconds,
  revocationConcurrency: 32,
  revocationQuietMs: 20 * seconds,
  revocationRetryMs: 15 * seconds,
  /** Ours: the longest time for which a call waits for the connection or the subscription of a viewer. */
  viewerReadyMs: 10 * seconds,
  viewerResponseMs: 5 * seconds,
  /** Ours: the number of linking calls and viewer calls of one user in a minute. A link needs about six calls, and a panel needs about ten calls. */
  linksPerMinute: 240,
  viewerCallsPerMinute: 60,
  /** Ours: the connection of a viewer is closed when its status was not read for this time. The web app reads the status every 10 s. */
  viewerIdleMs: 5 * minutes,
  viewers: 2_000,
  /**
   * Ours: a signal is computed after this time, because the exchange closes a candle a moment after its end. It is valid for a tenth of the bar, at most
   * for `signalValidMs` after the end of the bar (decision 43).
   */
  signalDelayMs: 2 * seconds,
  signalValidMs: 60 * seconds,
  signalPollMs: 2 * seconds,
  /** Ours: the bars of a reading. After 900 bars the first bar changes RSI(50) by less than a ten-millionth part. The request of a further bar reads so many bars, which overlap. */
  signalWindowBars: 900,
  signalOverlapBars: 3,
  /** Ours: the attempts to read a bar; the pause after each attempt is longer by `signalPauseMs`. All five attempts need 40 s. */
  signalAttempts: 5,
  signalPauseMs: 4 * seconds,
  /**
   * Ours: the messages of the secret address of a bot in a minute, the period in which the owner of an account looks for new messages, and the time
   * within which an equal message without id and time is a repetition. A message is valid for a minute, and its sender can choose up to five
   * minutes. A clock that is ahead of ours by more than `hookAheadMs` is wrong.
   */
  hookMessagesPerMinute: 10,
  hookPollMs: 1 * seconds,
  hookRepeatMs: 60 * seconds,
  hookLagMs: 60 * seconds,
  hookLagMaxMs: 5 * minutes,
  hookAheadMs: 60 * seconds,
  /** Ours: a page shows the decisions of about two days. */
  shownDecisions: 50,
  /** Ours: the newest rounds for which the effect of the rule beside a bot is returned. */
  shadowRounds: 50,
  /** Ours: the number of cached series, of about 100 KB each. */
  signalSeries: 200,
  /**
   * Ours: the longest time for one request to an AI model, for both requests of a prompt, and the pause between them. A decision is needed within the
   * minute after the close of a bar.
   */
  aiRequestMs: 12 * seconds,
  aiTotalMs: 20 * seconds,
  aiPauseMs: 0.5 * seconds,
  /** Ours: the largest response of a model, the largest number of its tokens, and the bytes that the format of a request adds to the texts of the prompt. */
  aiResponseBytes: 16 * 1_024,
  aiCompletionTokens: 200,
  aiOverheadBytes: 2_048,
  /** Ours: a node that has claimed a prompt and has ended loses the decision after this time, which is longer than `aiTotalMs`. */
  aiClaimMs: 25 * seconds,
  aiPollMs: 0.5 * seconds,
  /** Ours: after this number of failures in a row the model is not called for this time. */
  aiFailures: 5,
  aiQuietMs: 15 * minutes,
  /** Ours: the period of the check whether a scheduled backup is due, and the shortest time between two attempts to make one. */
  backupCheckMs: 10 * minutes,
  backupRetryMs: 60 * minutes,
  /**
   * Ours: the longest wait for the first response of the sandbox, the first and the longest pause between restarts,
   * the period of the check, and the timeout of a call.
   */
  sandboxStartMs: 60 * seconds,
  sandboxBackoffMs: 1 * seconds,
  sandboxBackoffMaxMs: 30 * seconds,
  sandboxWatchMs: 1 * seconds,
  sandboxCallMs: 3 * seconds,
  /** Ours: the longest time for which a start waits for the response of a running sandbox. */
  sandboxAdoptMs: 30 * seconds,
} as const;
