// The advisory locks of the database, so that no two uses share a number.

/** Taken by whoever applies migrations. */
export const migrationLock = { space: 0x726f6e64, key: 1 } as const;
/** One lock per living node in this space; its number comes from the node's name. */
export const nodeLockSpace = 0x726f6e65;
/** Taken by whoever adds a line to the audit: each line needs the digest of the one before. */
export const auditLock = { space: 0x726f6e64, key: 2 } as const;
