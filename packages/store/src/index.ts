// The exports of the store.
export * from './store.ts';
export type { StoreResult } from './result.ts';
export type { BotCommand, HoldChange, NewBotCommand } from './bots/bot-commands.ts';
export type { BotCourse, BotRecord } from './bots/bot-record.ts';
export type { BotRound, BotRounds } from './bots/bot-rounds.ts';
export type { Bots, CreateBotRefusal, NewBot } from './bots/bots.ts';
export type { BotReservation, WatchedBot } from './bots/watched-bots.ts';
export type { BotFillRow } from './journal/journal-rows.ts';
export type { NodeIdentity, NodeRole } from './journal/node.ts';
export type { NodeRecord, StoredNodes } from './journal/nodes.ts';
export { newBackupKeys, type BackupKeys } from './backup/age-keys.ts';
export { BackupError, type BackupErrorKind } from './backup/backup-error.ts';
export { recordBackup } from './backup/backup-line.ts';
export { isPhysical, makeBackup, restoreBackup, verifyBackup, type LogicalFacts } from './backup/backups.ts';
export type { PhysicalFacts } from './backup/physical/base-members.ts';
export { makePhysicalBackup } from './backup/physical/physical-backup.ts';
export { restoreEmbedded, restoreInto, type PhysicalRestore } from './backup/physical/restore-physical.ts';
export { dropWalSlot, receiveWal, type ReceiverStatus } from './backup/wal/wal-receiver.ts';
export type { BackupHeader, TableSum } from './backup/manifest.ts';
export type { BackupFile } from './backup/read-backup.ts';
export { isMovingRefusal } from './database/connection.ts';
export type { DatabaseFacts } from './database/database-facts.ts';
export type { DatabaseOptions } from './database/find-database.ts';
export * from './history/history.ts';
export * from './history/history-row.ts';
export * from './history/leaderboard.ts';
export type { PortfolioResults } from './history/portfolio.ts';
export * from './history/showcase.ts';
export * from './links/account-labels.ts';
export type { AccountStates, NewAccountState } from './links/account-states.ts';
export * from './links/accounts.ts';
export * from './links/consents.ts';
export type { HoneyAccount, HoneyIds, NewHoneyAccount } from './links/honey-account.ts';
export * from './links/key-calls.ts';
export * from './links/key-changes.ts';
export * from './links/key-revocations.ts';
export * from './links/oauth-states.ts';
export {
  openMoves,
  type MovablePerson,
  type MoveRefusal,
  type Moves,
  type MovesOptions,
  type MoveStep,
} from './moves/open-moves.ts';
export type { Move } from './moves/fence.ts';
export { furtherDatabaseSetting } from './moves/target.ts';
export * from './people/audit.ts';
export type { NewAuditEntry } from './people/audit-chain.ts';
export type { AuditCheck, AuditMark, AuditProblem } from './people/audit-check.ts';
export * from './people/enrolments.ts';
export * from './people/logins.ts';
export type { NewPasskey, PasskeyRecord, Passkeys } from './people/passkeys.ts';
export * from './people/people.ts';
export * from './people/second-factors.ts';
export * from './people/users.ts';
export * from './sessions/callers.ts';
export * from './sessions/devices.ts';
export * from './sessions/sessions.ts';
export * from './sessions/throttles.ts';
export * from './sessions/open-sockets.ts';
export * from './sessions/tickets.ts';
export type { AiDecision, AiDecisionKey, AiDecisions } from './signals/ai-decisions.ts';
export type { HookMessage, OpenMessage, SignalHooks } from './signals/signal-hooks.ts';
export type { SignalReadings, StoredReading } from './signals/signal-readings.ts';
export * from './upkeep/instance.ts';
export * from './upkeep/jobs.ts';
export { writeLastSeen, type LastSeen } from './upkeep/last-seen.ts';
export { foreseenPlace, placeOf, serverPlace, type ServerPlace } from './upkeep/place.ts';
export * from './upkeep/retention.ts';
export * from './upkeep/settings.ts';
export { typedKeyPurpose } from './secrets/key-envelope.ts';
export { Secret, secretOf } from './secrets/secret-text.ts';
export type { SealedCredentials, SealedKey } from './secrets/sealed-credentials.ts';
export { createPasswords, type HashOptions, type Passwords } from './secrets/passwords.ts';
export { onlyPepper } from './secrets/peppers.ts';
export { givenKey, keySourceFrom, type KeyKind, type KeySource } from './secrets/key-source.ts';
export type { KeyStatus } from './rotation/key-rotation.ts';
export { openServerStore, openStore, type StoreOptions } from './open-store.ts';
export { localSeals, type KeyState, type SealSource, type SealWork } from './secrets/seal-work.ts';
export { defaultMigrationsFolder } from './database/migrations.ts';
export { StartError, type StartErrorKind } from './embedded/start-error.ts';
export { startEmbedded, type EmbeddedServer } from './embedded/supervisor.ts';
export { databaseUser } from './embedded/cluster.ts';
