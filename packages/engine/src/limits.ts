// Every bound of the engine: how long, how many, how old. Sources are named beside each.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Lease of an account: 15 s, renewed each 5 s; no send when the last renewal is older than 8 s. Source: reliability 4.8. */
export const leaseTtlMs = 15 * seconds;
export const leaseRenewMs = 5 * seconds;
export const leaseGuardMs = 8 * seconds;
export const leaseRetryMs = 1 * seconds;

/** Deadline inside each place and amend, after which the exchange must refuse it. Source: reliability 4.4. */
export const deadlineMs = 4 * seconds;

/** Not-found proof: two explicit "not found" responses this far apart; how long after the deadline is the venue's. Source: reliability 4.4. */
export const proofGapMs = 2 * seconds;
export const proofLookups = 2;
export const proofLookBackMs = 5 * minutes;

/** Snapshot each 5 s plus up to 1 s of jitter; permissions, bills and leverage each 60 s. Source: reliability 4.5. */
export const snapshotEveryMs = 5 * seconds;
export const snapshotJitterMs = 1 * seconds;
export const slowReadEveryMs = 60 * seconds;

/** A leverage that differs from the plan is read, and set when flat, again after this time. */
export const leverageRetryMs = 2 * seconds;

/** Shortest time between two snapshots that facts ask for: reads stay inside the exchange's request budget. */
export const snapshotGapMs = 500;

/** Fills and bills this young are read again: the exchange may list one later than another that came after it. Source: F-STALESNAP. */
export const ledgerSettleMs = 60 * seconds;

/** How far back the first fill and bill reads go when the account has no cursor: the exchange keeps three days of fills. */
export const firstReadBackMs = 60 * minutes;

/** Freshness that an exposure-increasing order needs. Source: I07. */
export const priceMaxAgeMs = 5 * seconds;
export const snapshotMaxAgeMs = 15 * seconds;

/** Age of the last price at which the actor asks for a new one itself, when a bot waits for it. */
export const priceAskAgeMs = 3 * seconds;

/** Pause of a slot after a refusal: doubles from 1 s to 60 s. Keeps the churn of a slot bounded. Source: L06. */
export const backoffFirstMs = 1 * seconds;
export const backoffLastMs = 60 * seconds;

/** After this many refusals in a row a slot is tried ten times less often: its client ids must last for years. */
export const backoffManyCount = 60;
export const backoffPatientMs = 10 * minutes;

/** A step without margin is tried again when margin has risen, and after this time when it sufficed all along. Source: failure 36. */
export const marginRetryMs = 10 * minutes;

/** An amend refused this often in a row gives way to cancel and place. */
export const amendRefusalsMax = 2;

/** A cancel that was accepted without an end of the order is asked about after this time. */
export const cancelAskAfterMs = 2 * seconds;

/** Time between two questions about the same order. */
export const lookupGapMs = 1 * seconds;

/** An outside change of the position counts only when it is still there after this time and in this many snapshots. Source: reliability 1.3 (iii). */
export const externalCloseAfterMs = 8 * seconds;
export const externalCloseSnapshots = 2;

/** A position that is gone without a fill that explains it is believed gone after this time and this many snapshots: fills may come late. */
export const flatAfterMs = 60 * seconds;
export const flatSnapshots = 6;

/** The longest sleep of an actor between two passes: each of its timers is looked at this often. */
export const tickMs = 1 * seconds;

/** Pause before an actor whose work failed starts again from the journal: doubles from 1 s to 30 s. */
export const restartFirstMs = 1 * seconds;
export const restartLastMs = 30 * seconds;

/** Longest queue of pushed messages; beyond it they are dropped and a snapshot is taken instead (they are hints). */
export const hintQueueMax = 1_000;

/** Longest queue of commands of one account; beyond it they are refused. */
export const commandQueueMax = 200;

/** Commands sent in one pass before facts are looked at again. */
export const commandsPerPassMax = 40;

/** Strategy events that may follow from one another in one settling of a bot (gone, flat, price ...). */
export const settleRoundsMax = 8;

/** Finished orders remembered per account, so that late messages about them are recognised. */
export const finishedOrdersMax = 500;

/** Executions from outside remembered per bot: a user who trades by hand beside it closes a position in far fewer. */
export const outsideFillsMax = 2_000;

/** Fills and bills remembered per account so that a second delivery is recognised: the exchange repeats seconds, not days. */
export const rememberedFactsMax = 20_000;
