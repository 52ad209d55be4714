// English: the create feature.
export const create = {} as const;
