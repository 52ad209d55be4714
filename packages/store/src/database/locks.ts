// The advisory locks of the database, so that no two uses share a number.

/** Held while migrations are applied. */
export const migrationLock = { space: 0x726f6e64, key: 1 } as const;
/** One lock per living node in this space; its number comes from the node's name. */
export const nodeLockSpace = 0x726f6e65;
/** Held while a line is added to the audit, because each line needs the digest of the line before. */
export const auditLock = { space: 0x726f6e64, key: 2 } as const;
