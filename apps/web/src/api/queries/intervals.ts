// Polling intervals and waiting times of the browser, in ms, with their sources.
const second = 1_000;
const minute = 60 * second;

export const intervals = {
  /** Specification 7: the balance is polled every 3 s while no socket message arrives. */
  balanceMs: 3 * second,
  /** Ours: the running bots are polled like the balance; socket messages arrive in between. */
  botsMs: 3 * second,
  botDetailMs: 5 * second,
  /** Screens 3.0.4: a live field is stale after 5 s, plus 1 s of ours for a late response. A balance is stale after 30 s. */
  staleBotsMs: 6 * second,
  stalePriceMs: 6 * second,
  staleBalanceMs: 30 * second,
  /** Ours: a cached mark price older than this is not used, because a round can change within seconds (decision 9). */
  cachedMarkMs: 30 * second,
  /** Specification 2: history is refreshed every 60 s. */
  historyMs: minute,
  /** Screens 3.0.7: figures change at most once a second, so the form polls once a second. */
  tickerMs: second,
  /** Ours: enough for a chart of one-minute candles. */
  candlesMs: 10 * second,
  healthMs: 15 * second,
  instrumentsMs: 10 * minute,
  profileMs: minute,
  /** Specification 4: the socket is opened again 3 s after closing. */
  feedReconnectMs: 3 * second,
  /** Ours: a feed without balance or positions for this long is not live. With an open position they arrive every second. */
  feedSilentMs: 10 * second,
  /** Screens 3.0.6: a command without confirmation after 10 s is shown as slow. */
  slowCommandMs: 10 * second,
  /** Specification 9: the connection monitor and the status of the WebSocket manager refresh every 10 s. */
  connectionMs: 10 * second,
  viewerStatusMs: 10 * second,
  /** Specification 9: 1 s from connecting to the first subscription, 500 ms between subscriptions. */
  firstSubscriptionMs: second,
  nextSubscriptionMs: 500,
  /** Specification 4: the opener stops listening to its pop-up after 10 minutes. */
  linkListenerMs: 10 * minute,
  /** Ours: how often the opener checks whether the pop-up was closed by hand. */
  popUpCheckMs: 500,
  /** Specification 9: the pages in the pop-up close after 0.8, 1 and 3 s. */
  popUpCloseMs: { callback: 800, success: second, error: 3 * second },
  /** Specification 4: the warning is shown for 30 s below 10 minutes and for 10 s below 30 minutes. */
  expiryWarningMs: { critical: 30 * second, warning: 10 * second },
  /** Specification 4: an error of the account list is shown for 3 s. */
  oauthStatusErrorMs: 3 * second,
  /** Specification 2: symbol search waits 300 ms. */
  searchDebounceMs: 300,
} as const;
