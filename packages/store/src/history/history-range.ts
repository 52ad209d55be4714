// A range of the history of a person.

/** The range [fromAt, toAt) in epoch ms. */
export interface HistoryRange {
  readonly userId: string;
  readonly fromAt: number;
  readonly toAt: number;
}
