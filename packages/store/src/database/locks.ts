// All advisory locks of the database in one list, so that each use has its own number.

/** This lock is held while migrations are applied. */
export const migrationLock = { space: 0x726f6e64, key: 1 } as const;
/** The first number of the lock that each running node holds. The second number is derived from the name of the node. */
export const nodeLockSpace = 0x726f6e65;
/** This lock is held while a line is added to the audit, because each line needs the digest of the previous line. */
export const auditLock = { space: 0x726f6e64, key: 2 } as const;
/** This lock is held while a call of the AI model is claimed, because the claim depends on the costs of all calls of the day. */
export const modelLock = { space: 0x726f6e64, key: 3 } as const;
/** This lock is held while people are moved from this database to another one. */
export const moveLock = { space: 0x726f6e64, key: 4 } as const;
