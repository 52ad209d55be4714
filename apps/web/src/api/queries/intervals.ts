// How often the browser asks again, and how long it waits: each with its source.
const second = 1_000;
const minute = 60 * second;

export const intervals = {
  /** Specification 7: balance is polled every 3 s while no socket message comes. */
  balanceMs: 3 * second,
  /** Ours: the running bots, polled like the balance; socket messages come in between. */
  botsMs: 3 * second,
  botDetailMs: 5 * second,
  /** Screens 3.0.4: a live field is stale 5 s after its last update, a balance after 30 s; one late answer is no loss. */
  staleBotsMs: 6 * second,
  stalePriceMs: 6 * second,
  staleBalanceMs: 30 * second,
  /** Ours: a round turns within seconds; an older price is no price (decision 9). */
  keptMarkMs: 30 * second,
  /** Specification 2: history is refreshed every 60 s. */
  historyMs: minute,
  /** Screens 3.0.7: figures in the page change at most once a second; the form polls at that pace. */
  tickerMs: second,
  /** Ours: a chart of minutes needs no more. */
  candlesMs: 10 * second,
  healthMs: 15 * second,
  instrumentsMs: 10 * minute,
  profileMs: minute,
  /** Specification 4: the socket is opened again 3 s after closing. */
  feedReconnectMs: 3 * second,
  /** Ours: a feed that brings no figures for this long is not relied on; they move each second while a position is open. */
  feedSilentMs: 10 * second,
  /** Screens 3.0.6: after 10 s without confirmation a command is called slow. */
  slowCommandMs: 10 * second,
  /** Specification 9: the connection monitor refreshes every 10 s, and so does the WebSocket manager's status. */
  connectionMs: 10 * second,
  viewerStatusMs: 10 * second,
  /** Specification 9: 1 s from connecting to the first subscription, 500 ms between subscriptions. */
  firstSubscriptionMs: second,
  nextSubscriptionMs: 500,
  /** Specification 4: the opener stops listening to its pop-up after 10 minutes. */
  linkListenerMs: 10 * minute,
  /** Ours: how soon a pop-up that was closed by hand is noticed. */
  popUpLookMs: 500,
  /** Specification 9: the pop-up's pages close after 0.8, 1 and 3 s. */
  popUpCloseMs: { callback: 800, success: second, error: 3 * second },
  /** Specification 4: the warning stays 30 s from 10 minutes on, 10 s from 30 on. */
  expiryWarningMs: { critical: 30 * second, warning: 10 * second },
  /** Specification 4: an error of the account list is shown for 3 s. */
  oauthStatusErrorMs: 3 * second,
  /** Specification 2: symbol search waits 300 ms. */
  searchDebounceMs: 300,
} as const;
