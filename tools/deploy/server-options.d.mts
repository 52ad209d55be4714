// The types of server-options.mjs, for the bench, the cluster and the tests.

export const serverOptions: readonly string[];
