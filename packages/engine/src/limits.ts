// The bounds of the engine: durations, counts and ages.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Lifetime of the lease of an account, in ms. Source: reliability 4.8. */
export const leaseTtlMs = 15 * seconds;
/** Time between two renewals of the lease, in ms. Source: reliability 4.8. */
export const leaseRenewMs = 5 * seconds;
/** A failed renewal of the leases is repeated after this time, in ms. */
export const leaseRenewRetryMs = 1 * seconds;
/** When the last renewal of the lease is older than this, no command is sent, in ms. Source: reliability 4.8. */
export const leaseGuardMs = 8 * seconds;
/** Pause before the actor tries to take the lease again when another node holds the lease, in ms. */
export const leaseRetryMs = 1 * seconds;

/**
 * Time between the sending of a place or amend and its deadline, in ms. After the deadline the exchange must refuse the
 * request. Source: reliability 4.4.
 */
export const deadlineMs = 4 * seconds;

/** Smallest time between the two "not found" responses of a not-found proof, in ms. Source: reliability 4.4. */
export const proofGapMs = 2 * seconds;
/**
 * Number of explicit "not found" responses that a not-found proof needs. The venue defines the grace time after the
 * deadline. Source: reliability 4.4.
 */
export const proofLookups = 2;
/** A not-found proof reads the order history and the fills since this long before the sending of the order, in ms. */
export const proofLookBackMs = 5 * minutes;
/**
 * Largest number of pages of fills that a not-found proof reads. When the list has more pages, the proof fails and is
 * repeated later.
 */
export const proofPagesMax = 1_000;

/**
 * Time between two snapshots while an order or a position is in doubt (`hasDoubt`) or the private stream is lost, in
 * ms. Source: reliability 4.5.
 */
export const snapshotDoubtEveryMs = 5 * seconds;
/**
 * Time between two snapshots while the private stream is connected and a bot has a position, in ms. Source: decision
 * 59.
 */
export const snapshotOpenEveryMs = 60 * seconds;
/**
 * Longest time between two listings of the open orders while the private stream is connected and a bot has a position, in
 * ms. Source: decision 59.
 */
export const listingEveryMs = 30 * seconds;
/**
 * When an open position was not pushed for this time, a listing also reads the positions, in ms. An exchange pushes open positions about
 * every 5 s.
 */
export const pushedPositionMaxAgeMs = 12 * seconds;
/**
 * Time between two snapshots while the private stream is connected and no bot has a position, in ms. Source: decision
 * 59.
 */
export const snapshotFlatEveryMs = 120 * seconds;
/**
 * Largest share by which the jitter changes the time between two readings. The jitter prevents that many accounts are
 * read at the same time. Source: reliability 4.5.
 */
export const readingJitterShare = 0.2;
/** A snapshot reads the balance when the latest pushed or read balance is older than this, in ms. Source: reliability 4.5. */
export const pushedBalanceMaxAgeMs = 30 * seconds;
/** Longest time between two readings of account settings, in ms. The jitter shortens it. Source: reliability 4.5. */
export const slowReadEveryMs = 60 * seconds;
/**
 * Time between two readings of the bills while the private stream is connected and no bill is expected, in ms. Source:
 * reliability 4.5.
 */
export const billsEveryMs = 5 * minutes;

/** Longest time between two readings of a leverage that equals the configuration, in ms. The jitter shortens it. Source: decision 59. */
export const leverageEveryMs = 10 * minutes;
/** First wait before a leverage that is unknown or differs from the configuration is read again, in ms. Each reading doubles the wait up to `slowReadEveryMs`. */
export const leverageRetryMs = 2 * seconds;

/** Shortest time between the starts of two snapshots, in ms. The time limits the number of requests to the exchange. */
export const readingGapMs = 500;
/** A failed snapshot is repeated after this time, in ms. */
export const readingRetryMs = 1 * seconds;
/**
 * While every request of the snapshots fails, the wait before the next reading doubles up to this time, in ms. All parts of
 * the account wait. While only a part of the requests fails, only the snapshots wait.
 */
export const darkReadingMaxMs = 5 * seconds;
/**
 * A snapshot uses a response of the failed snapshot before it while the response is not older than this, in ms. The time is longer than
 * `darkReadingMaxMs`, and shorter than `snapshotMaxAgeMs` with the time of a request, so that an entry may follow the snapshot.
 */
export const keptReportMaxAgeMs = 6 * seconds;
/** Time between two readings of the account settings while the exchange does not allow the key to trade, in ms. Source: L05. */
export const refusedReadEveryMs = 15 * seconds;
/** Shortest time between the starts of two readings of account settings and bills, in ms. */
export const slowReadGapMs = 1 * seconds;
/** Largest number of lookups of single orders of one account that run at the same time. */
export const lookupsAtOnceMax = 4;

/**
 * Fills and bills that are younger than this are read again, in ms. The exchange may list a newer fill before an older
 * fill, so the list is complete only after some time. Source: F-STALESNAP.
 */
export const ledgerLagMs = 60 * seconds;

/**
 * When the account has no cursor, a reading of fills or bills begins this long before the last reading, or before the
 * creation of the oldest bot when the actor has not read yet, in ms.
 */
export const firstReadBackMs = 60 * minutes;

/** Largest age of a price since its receipt with which an exposure-increasing order may be sent, in ms. Source: I07. */
export const priceMaxAgeMs = 5 * seconds;
/**
 * Largest age of a price since its exchange time with which an exposure-increasing order may be sent, in ms. Source:
 * decision 59.
 */
export const venuePriceMaxAgeMs = 60 * seconds;
/**
 * Largest distance between the last price and the mark price with which an exposure-increasing order may be sent, in
 * thousandths of the mark price. Source: decision 59.
 */
export const markDistancePerMille = 10n;
/**
 * Largest age of the account settings with which an exposure-increasing order may be sent, in ms. Source: decision 59.
 */
export const accountMaxAgeMs = slowReadEveryMs * (1 + readingJitterShare);
/** Largest age of the snapshot with which an exposure-increasing order may be sent, in ms. Source: I07. */
export const snapshotMaxAgeMs = 15 * seconds;

/** The owner of a bot sees why an entry waits when it has waited for this time, in ms. */
export const entryWaitShownAfterMs = 15 * seconds;
/** Number of changes of the reason of a wait that are kept. */
export const entryWaitChangesMax = 32;

/** First pause of a slot after a refusal, in ms. Each further refusal doubles the pause. Source: L06. */
export const backoffFirstMs = 1 * seconds;
/** Longest doubled pause of a slot after refusals, in ms. Source: L06. */
export const backoffLastMs = 60 * seconds;

/**
 * After more than this number of consecutive refusals a slot pauses for `backoffPatientMs`. Each attempt needs a new
 * generation, and a slot has only 46,656 (36^3) generations.
 */
export const backoffManyCount = 60;
/** Pause of a slot after more than `backoffManyCount` consecutive refusals, in ms. */
export const backoffPatientMs = 10 * minutes;

/**
 * Time after which a step that was refused for lack of margin is tried again when the margin suffices but has not
 * risen, in ms. Source: failure 36.
 */
export const marginRetryMs = 10 * minutes;

/** After this many consecutive refused amends, the order is cancelled and a new order is placed. */
export const amendRefusalsMax = 2;

/** An order whose amend or cancel is still pending after this time is looked up, in ms. */
export const commandLookupAfterMs = 2 * seconds;

/** The cancel of an orphan order that is still listed is sent again after this time, in ms. */
export const orphanRetryMs = 5 * seconds;

/** No entry is sent from this time before an announced change of the rules of its instrument, in ms. Source: strategy 3.8. */
export const entryStopBeforeChangeMs = 60 * seconds;

/** While trading is suspended, a refused cancel of an entry is repeated after this time, in ms. */
export const haltedCancelEveryMs = 10 * seconds;

/**
 * When no snapshot reading has succeeded for this time, a stopped bot closes its position without the proof that its
 * orders have ended, in ms. Source: L10.
 */
export const darkAfterMs = 500;

/** Smallest time between two lookups of one order, in ms. */
export const lookupGapMs = 1 * seconds;

/**
 * A position change from outside is reported to the bot only when the change has existed for this time, in ms. Source:
 * reliability 1.3 (iii).
 */
export const externalCloseAfterMs = 8 * seconds;
/**
 * Number of snapshots that must show a position change from outside before the change is reported to the bot. Source:
 * reliability 1.3 (iii).
 */
export const externalCloseSnapshots = 2;

/**
 * When a position disappeared and no fill explains the change, the position counts as closed after this time, in ms.
 * Before this time, the fill may still arrive.
 */
export const flatAfterMs = 60 * seconds;
/**
 * When no fill explains why a position disappeared, this number of snapshots must show no position before the position
 * counts as closed.
 */
export const flatSnapshots = 6;

/**
 * Time between two passes of an actor in ms, while a slot waits after a refusal, an order must be looked up, or a bot
 * waits for a price.
 */
export const tickMs = 1 * seconds;

/**
 * First pause before an actor that threw an error starts again, in ms. A failure doubles the pause when the actor ran for
 * less than `restartLastMs` before it.
 */
export const restartFirstMs = 1 * seconds;
/**
 * Longest pause before an actor that threw an error starts again, in ms. An attempt to connect to a lost database fails
 * after 10 s, and each account has a lease within 20 s after the database responds again. Source: L12.
 */
export const restartLastMs = 8 * seconds;

/** Largest number of waiting hints of one account. Further hints are dropped, and a snapshot is requested. */
export const hintQueueMax = 1_000;

/** Largest number of waiting commands of one account. Further commands are refused. */
export const commandQueueMax = 200;

/** Largest number of commands that are sent at the same time. Source: reliability 4.3. */
export const commandsPerGroupMax = 20;
/**
 * Largest number of groups of commands that one pass sends. The next pass applies new messages and readings before it
 * sends the remaining commands.
 */
export const groupsPerPassMax = 40;

/** Largest number of events that one pass may derive from the readings for one bot. */
export const derivedEventsMax = 8;

/**
 * Number of finished order records in the memory per account, so that late reports about these orders are recognised.
 */
export const finishedOrdersMax = 500;

/** Number of events of a bot between two checkpoints. Source: ADR 4. */
export const checkpointEveryEvents = 256;
/** Share of the restored checkpoints that are compared with the fold of all events. */
export const checkpointCheckedShare = 0.02;
/**
 * Largest number of events that a fold applies without a pause. One event takes up to 54 microseconds, so other accounts
 * wait at most 27 ms.
 */
export const foldPageEvents = 500;
/**
 * Number of keys of events in the memory per bot. An older event that arrives again is refused by the journal. An exchange
 * repeats only fills and bills of the last minutes.
 */
export const rememberedEventsMax = 2_000;
/** Number of keys that an actor stores after the journal refused their events. */
export const refusedKeysMax = 1_000;

/** Number of outside fills that are stored per bot. A user who trades by hand closes a position with far fewer fills. */
export const outsideFillsMax = 2_000;

/**
 * Number of keys of fills, and of keys of bills, in the memory per account. The keys make it possible to recognise a
 * second delivery. An exchange repeats only fills and bills of the last seconds.
 */
export const rememberedFactsMax = 20_000;

/** A later node of the ranking of an account waits this much longer than the node before it, in ms. A node that is alive takes an account within 2 s. */
export const takeStepMs = 3 * seconds;
/** A node that has joined takes no account for this time, in ms, because it may end immediately. */
export const joinWaitMs = 5 * seconds;
/**
 * Nodes that join within this time after the oldest node have started together, in ms. A node that starts with others takes no
 * account before the end of this time, so that every node gets its share immediately. Processes that a machine starts together
 * join within about two seconds.
 */
export const startTogetherMs = 3 * seconds;
/** An account stays at least this long with the node that took it, in ms, so that nodes with different views do not hand it to each other. */
export const keptAfterTakeMs = 60 * seconds;
/** No account is handed over until the set of live nodes has not changed for this time, in ms. */
export const quietMembershipMs = 20 * seconds;
/** Time between two looks of a node at the other nodes, in ms. A released account is therefore taken within about a second. */
export const beatMs = 1 * seconds;
/** Time between two looks at the nodes while a node is alone, in ms. */
export const soloBeatMs = 2 * seconds;
/** Time between two looks of a node while another node hands its accounts over, in ms. Without NATS the node learns only by looking that an account has no owner. */
export const drainBeatMs = 200;
/** Number of accounts that a draining node hands over at the same time. */
export const drainConcurrency = 8;
/** Largest number of accounts that a draining node has handed over to one other node and that this node has not taken yet. A busy node needs up to 0.1 s for each. */
export const drainWindow = 8;
/** Time between two looks of a draining node while it waits for the next owners, in ms. */
export const drainLookMs = 50;
