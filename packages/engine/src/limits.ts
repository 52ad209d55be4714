// Every bound of the engine: durations, counts and ages. Each names its source.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Life of an account's lease, ms. Source: reliability 4.8. */
export const leaseTtlMs = 15 * seconds;
/** Time between two renewals of the lease, ms. Source: reliability 4.8. */
export const leaseRenewMs = 5 * seconds;
/** Age of the last renewal beyond which nothing is sent, ms. Source: reliability 4.8. */
export const leaseGuardMs = 8 * seconds;
/** Pause before the lease is tried again when another node holds it, ms. */
export const leaseRetryMs = 1 * seconds;

/** Deadline inside each place and amend, after which the exchange must refuse it. Source: reliability 4.4. */
export const deadlineMs = 4 * seconds;

/** Least time between the two "not found" responses of a not-found proof, ms. Source: reliability 4.4. */
export const proofGapMs = 2 * seconds;
/** Explicit "not found" responses that a not-found proof needs. The grace after the deadline is the venue's. Source: reliability 4.4. */
export const proofLookups = 2;
/** How long before the sending of an order its history read begins, ms. */
export const proofLookBackMs = 5 * minutes;

/** Time between two snapshots without jitter, ms. Source: reliability 4.5. */
export const snapshotEveryMs = 5 * seconds;
/** Largest random addition to the time between two snapshots, ms. Source: reliability 4.5. */
export const snapshotJitterMs = 1 * seconds;
/** Time between two reads of permissions, bills and leverage, ms. Source: reliability 4.5. */
export const slowReadEveryMs = 60 * seconds;

/** A leverage that differs from the plan is read again after this time, and set if the instrument has no position. */
export const leverageRetryMs = 2 * seconds;

/** Shortest time between two snapshots when one is requested, so that reads stay inside the exchange's request budget. */
export const snapshotGapMs = 500;

/** Fills and bills younger than this are read again: an exchange may list one late, after a younger one. Source: F-STALESNAP. */
export const ledgerLagMs = 60 * seconds;

/** How far back the first fill and bill reads go when the account has no cursor: the exchange keeps three days of fills. */
export const firstReadBackMs = 60 * minutes;

/** Oldest price with which an exposure-increasing order may be sent, ms. Source: I07. */
export const priceMaxAgeMs = 5 * seconds;
/** Oldest snapshot with which an exposure-increasing order may be sent, ms. Source: I07. */
export const snapshotMaxAgeMs = 15 * seconds;

/** Age of the last price at which the actor requests a new one, when a bot waits for a price. */
export const priceAskAgeMs = 3 * seconds;

/** First pause of a slot after a refusal, ms; it doubles with each further refusal. Source: L06. */
export const backoffFirstMs = 1 * seconds;
/** Longest doubled pause of a slot after refusals, ms. Source: L06. */
export const backoffLastMs = 60 * seconds;

/** Consecutive refusals after which a slot pauses for `backoffPatientMs`, because its client ids must last for years. */
export const backoffManyCount = 60;
/** Pause of a slot after more than `backoffManyCount` refusals in a row, ms. */
export const backoffPatientMs = 10 * minutes;

/** A step that lacked margin is tried again when margin has risen, or after this time when it sufficed throughout. Source: failure 36. */
export const marginRetryMs = 10 * minutes;

/** After this many consecutive refused amends the order is cancelled and placed again. */
export const amendRefusalsMax = 2;

/** An order whose accepted amend or cancel has shown no effect is looked up after this time. */
export const commandLookupAfterMs = 2 * seconds;

/** Least time between two lookups of the same order. */
export const lookupGapMs = 1 * seconds;

/** An outside change of the position counts only when it has lasted this long, ms. Source: reliability 1.3 (iii). */
export const externalCloseAfterMs = 8 * seconds;
/** Snapshots that must show an outside change of the position before it counts. Source: reliability 1.3 (iii). */
export const externalCloseSnapshots = 2;

/** A position that vanished without an explaining fill counts as closed after this time, ms, because fills may come late. */
export const flatAfterMs = 60 * seconds;
/** Snapshots that must show no position before it counts as closed without an explaining fill. */
export const flatSnapshots = 6;

/** The longest sleep of an actor between two passes: each of its timers is checked this often. */
export const tickMs = 1 * seconds;

/** First pause before a failed actor starts again from the journal, ms; it doubles with each failure. */
export const restartFirstMs = 1 * seconds;
/** Longest pause before a failed actor starts again, ms. */
export const restartLastMs = 30 * seconds;

/** Longest queue of pushed messages; beyond it they are dropped and a snapshot is taken instead (they are hints). */
export const hintQueueMax = 1_000;

/** Longest queue of commands of one account; beyond it they are refused. */
export const commandQueueMax = 200;

/** Commands sent in one pass; then messages and snapshots are processed first. */
export const commandsPerPassMax = 40;

/** Events that may be derived for one bot in one pass (gone, flat, price ...). */
export const derivedEventsMax = 8;

/** Finished order records kept per account, so that late messages about them are recognised. */
export const finishedOrdersMax = 500;

/** Outside fills kept per bot. A user who trades by hand closes a position in far fewer. */
export const outsideFillsMax = 2_000;

/** Keys of fills and bills kept per account, so that a second delivery is recognised: an exchange repeats seconds, not days. */
export const rememberedFactsMax = 20_000;
