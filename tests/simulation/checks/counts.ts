// Counts the faults and situations of a run. A test fails when one of the names below never occurs in its runs.
export const faultNames = [
  'requestDropped',
  'responseLost',
  'htmlResponse',
  'code50004',
  'batchRowLost',
  'delayed',
  'outage',
  'staleLedger',
  'pushDuplicated',
  'socketGap',
  'kill',
  'priceJump',
  'userCancel',
  'handClose',
  'handReduce',
  'handAdd',
  'funding',
  'fall',
] as const;
/** The faults that only long runs have. */
const rareFaultNames = [
  'pushReordered',
  'truncated',
  'busy',
  'rejected',
  'staleList',
  'commitLost',
  'databaseSlow',
  'pause',
  'partition',
  'databaseDown',
  'databaseFull',
  'clockStep',
  'ban',
  'maintenance',
  'silence',
  'frozenPrice',
  'deleverage',
  'leverageChange',
  'fundsMoved',
  'keyChange',
  'lateRequest',
  'hiddenOrder',
  'partialFill',
  'fillBeforeCancel',
  'oldPrice',
  'suspension',
  'positionMode',
  'foreignOrder',
  'duplicateScope',
  'impatientOwner',
] as const;
export const goalNames = [
  'roundCompleted',
  'threeRounds',
  'cycleCompleted',
  'ladderFilled',
  'killBetweenCommitAndSend',
  'killBetweenSendAndResponse',
  'responseLostThenFilled',
  'orderUnknown',
  'provenNeverPlaced',
  'stopClosed',
  'stopLeft',
  'stopDuringUnknown',
  'cancelRaced',
  'stepBlocked',
  'fundingBooked',
  'liquidated',
  'stopLoss',
  'waitedAfterStop',
  'paused',
  'held',
  'holdEnded',
  'closedByHand',
  'reducedByHand',
] as const;

export type FaultName = (typeof faultNames)[number] | (typeof rareFaultNames)[number];
export type GoalName = (typeof goalNames)[number];

export type Counts = { readonly faults: Map<FaultName, number>; readonly goals: Map<GoalName, number> };

/** Returns counts that are all zero. */
export function newCounts(): Counts {
  return {
    faults: new Map([...faultNames, ...rareFaultNames].map((name) => [name, 0])),
    goals: new Map(goalNames.map((name) => [name, 0])),
  };
}

/** Adds one to the count of a name. */
export function count<Name>(counter: Map<Name, number>, name: Name): void {
  counter.set(name, (counter.get(name) ?? 0) + 1);
}

/** Adds the counts of one run (`part`) to `total`. */
export function addCounts(total: Counts, part: Counts): void {
  for (const [name, value] of part.faults) total.faults.set(name, (total.faults.get(name) ?? 0) + value);
  for (const [name, value] of part.goals) total.goals.set(name, (total.goals.get(name) ?? 0) + value);
}
