// Records of finished bots, and of how people stand by them. Instants are epoch ms.
/** A finished bot: its own, or one of the demo world's (`isSimulated`). Money is USDT, net = gross - fees + funding. */
export interface HistoryRow {
  readonly botId: string;
  readonly userId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly config: string;
  readonly planSummary: string;
  readonly netPnl: string;
  readonly rounds: number;
  readonly cycles: number;
  readonly deepestStep: number; // of all entries that filled; 0 when none did
  readonly endReason: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isSimulated: boolean;
}

export interface SimulatedHistoryRow extends Omit<HistoryRow, 'isSimulated' | 'deepestStep'> {
  readonly fills: string; // JSON of the strategy's fills from which the row follows
}

export interface HistoryTotals {
  readonly count: number;
  readonly netPnl: string;
  readonly wins: number; // net above zero
  readonly losses: number; // net below zero
}

export interface LeaderboardRow {
  readonly userId: string;
  readonly email: string; // the caller masks it
  readonly name: string;
  readonly netProfit: string;
  readonly activeDays: number; // UTC days with a running bot
  readonly activeBots: readonly { readonly instrumentId: string; readonly round: number }[];
  readonly instrumentIds: readonly string[]; // of bots created in the span
}

/** Everybody with a gain or loss in a span: how many, how many of them lost, and the middle one. USDT. */
export interface Standing {
  readonly accounts: number;
  readonly lost: number;
  readonly medianProfit: string;
  /** What each made, the lowest first; of more than `bars` every n-th. */
  readonly results: readonly string[];
}

/** A bot of a person who agreed to show it. */
export interface ShownBot extends HistoryRow {
  readonly userName: string;
}

export interface History {
  standing(span: { readonly sinceAt: number; readonly untilAt: number; readonly bars: number }): Promise<Standing>;
  /** Finished bots of consenting people, most rounds first. */
  shown(limit: number): Promise<readonly ShownBot[]>;
  /** Null: nothing was said, so nothing is shown. */
  testimonialConsent(userId: string): Promise<boolean>;
  setTestimonialConsent(userId: string, consents: boolean, now: number): Promise<void>;
  /** Members with an approval: what is taken of the plan's places. */
  approvedMembers(): Promise<number>;
  /** Bots that ended in [fromAt, toAt), newest first, and the totals of all of them. */
  list(query: {
    readonly userId: string;
    readonly fromAt: number;
    readonly toAt: number;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly HistoryRow[]; readonly totals: HistoryTotals }>;
  find(userId: string, botId: string): Promise<HistoryRow | null>;
  /** Idempotent by bot id. Rows come only from running the strategy over candles. */
  insertSimulated(rows: readonly SimulatedHistoryRow[]): Promise<{ readonly inserted: number }>;
  simulatedFills(botId: string): Promise<string | null>;
  /** Best net profit first; users without profit or loss in the span are left out. */
  leaderboard(query: {
    readonly sinceAt: number;
    readonly untilAt: number;
    readonly limit: number;
  }): Promise<readonly LeaderboardRow[]>;
}
