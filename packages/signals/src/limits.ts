// The numbers of the rules that are not settings (docs/signals.md).

/** RSI has no value before this number of bars, because its averages depend on the first bar. */
export const rsiWarmUpBars = 200;

/** The numbers of bars of the lines of Ichimoku. The spans of a bar are drawn `displacement` bars later. */
export const ichimokuBars = { conversion: 9, base: 26, spanB: 52, displacement: 26 } as const;
