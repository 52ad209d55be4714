// English: the chart feature.
export const chart = {} as const;
