// Polling intervals and waiting times of the browser, in ms. Each comment names the source of a value. "Ours" means that we have chosen the value.
const second = 1_000;
const minute = 60 * second;

export const intervals = {
  /** Specification 7: the balance is polled every 3 s while no socket message arrives. */
  balanceMs: 3 * second,
  /** Ours: the margin of an account that is not chosen is polled only for its positions without a bot. */
  otherAccountsMs: 10 * second,
  /** Ours: the running bots are polled as often as the balance. */
  botsMs: 3 * second,
  botDetailMs: 5 * second,
  /** Ours: a decision of an AI model arrives within a minute after the close of an hour. */
  signalsMs: 10 * second,
  /** Screens 3.0.4: a live field is stale after 5 s, and a balance is stale after 30 s. We add 1 s to the 5 s, because a response may be late. */
  staleBotsMs: 6 * second,
  stalePriceMs: 6 * second,
  staleBalanceMs: 30 * second,
  /** Ours: a cached mark price that is older than `cachedMarkMs` is not used, because a round can change within seconds (decision 9). */
  cachedMarkMs: 30 * second,
  /** Specification 2: history is refreshed every 60 s. */
  historyMs: minute,
  /** Screens 3.0.7: figures change at most once a second, so the form polls once a second. */
  tickerMs: second,
  /** Ours: the shortest candles of a chart last one minute, so a shorter interval is not necessary. */
  candlesMs: 10 * second,
  /** Ours: while the server downloads candles, a new month arrives every three seconds. Afterwards a new candle closes every 15 minutes. */
  fillingCandlesMs: 5 * second,
  candleStoreMs: 15 * minute,
  healthMs: 15 * second,
  instrumentsMs: 10 * minute,
  profileMs: minute,
  /** Ours: a log-in from a new device is shown on the other devices after at most five minutes. */
  loginsMs: 5 * minute,
  /** Specification 4: a new socket is opened 3 s after the socket has closed. */
  feedReconnectMs: 3 * second,
  /** Ours: a feed stops being live after 10 s without balance or positions messages. While a position is open, these messages arrive every second. */
  feedSilentMs: 10 * second,
  /** Screens 3.0.6: a command without confirmation after 10 s is shown as slow. */
  slowCommandMs: 10 * second,
  /** Specification 9: the connection monitor and the status of the WebSocket manager refresh every 10 s. */
  connectionMs: 10 * second,
  viewerStatusMs: 10 * second,
  /** Specification 9: the first subscription is sent 1 s after connecting, and each further subscription 500 ms after the previous subscription. */
  firstSubscriptionMs: second,
  nextSubscriptionMs: 500,
  /** Specification 4: the opener stops listening to its pop-up after 10 minutes. */
  linkListenerMs: 10 * minute,
  /** Ours: how often the opener checks whether the pop-up was closed by hand. */
  popUpCheckMs: 500,
  /** Specification 9: the pages in the pop-up close after 0.8 s (callback), 1 s (success) and 3 s (error). */
  popUpCloseMs: { callback: 800, success: second, error: 3 * second },
  /** Specification 4: the warning is shown for 30 s when at most 10 minutes are left, and for 10 s when at most 30 minutes are left. */
  expiryWarningMs: { critical: 30 * second, warning: 10 * second },
  /** Specification 4: an error of the account list is shown for 3 s. */
  oauthStatusErrorMs: 3 * second,
  /** Specification 2: the symbol search starts 300 ms after the last key. */
  searchDebounceMs: 300,
} as const;
