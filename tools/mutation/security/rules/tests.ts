// The test files that the tables of broken rules name often.
import type { NamedTest } from '../broken-rule.ts';

/** Returns the function that names a test of this file. */
export const testOf =
  (file: string) =>
  (title: string): NamedTest => [file, title];

export const inSession = testOf('apps/server/tests/people/session.test.ts');
export const inOwnSessions = testOf('apps/server/tests/people/own-sessions.test.ts');
export const inProofs = testOf('apps/server/tests/people/proofs.test.ts');
export const inPeople = testOf('apps/server/tests/people/people.test.ts');
export const inErrors = testOf('apps/server/tests/api/error-messages.test.ts');
export const inCharts = testOf('apps/server/tests/venues/chart-candles.test.ts');
export const inHealthBudget = testOf('apps/server/tests/ops/health-budget.test.ts');
export const inWire = testOf('apps/server/tests/api/wire.test.ts');
export const inLoad = testOf('apps/server/tests/api/load.test.ts');
export const inTwoNodes = testOf('apps/server/tests/nodes/two-nodes.test.ts');
export const inHosts = testOf('apps/server/tests/api/host-list.test.ts');
export const inAuthorisation = testOf('apps/server/tests/api/authorisation.test.ts');
export const inInstallation = testOf('apps/server/tests/ops/installation.test.ts');
export const inLink = testOf('apps/server/tests/link/link.test.ts');
export const inKeys = testOf('apps/server/tests/keys/exchange-keys.test.ts');
export const inStoredSessions = testOf('packages/store/tests/people/sessions.test.ts');
export const inKeptFactor = testOf('packages/store/tests/people/kept-factor.test.ts');
export const inThrottles = testOf('packages/store/tests/people/throttles.test.ts');
export const inCallers = testOf('packages/store/tests/people/callers.test.ts');
export const inAudit = testOf('packages/store/tests/people/audit.test.ts');
export const inAnchor = testOf('packages/store/tests/people/audit-anchor.test.ts');
export const inAccounts = testOf('packages/store/tests/links/accounts.test.ts');
export const inConsents = testOf('packages/store/tests/links/consents.test.ts');
export const inRotation = testOf('packages/store/tests/links/key-rotation.test.ts');
export const inMoves = testOf('packages/store/tests/moves/moves.test.ts');
export const inBackup = testOf('packages/store/tests/backup/backup.test.ts');
export const inKnownOrders = testOf('packages/store/tests/journal/known-orders.test.ts');
export const inRetention = testOf('packages/store/tests/database/retention.test.ts');
export const inPasswords = testOf('packages/store/src/secrets/passwords.test.ts');
export const inMasterKey = testOf('packages/store/src/secrets/key-source.test.ts');
export const inRelease = testOf('apps/cli/tests/release.test.ts');
export const inSupplyChain = testOf('tools/release/release.test.ts');
export const inCoolDown = testOf('tools/lock/cool-down.test.ts');
export const inRegistryChecks = testOf('tools/release/registry-checks.test.ts');
export const inCopyWatch = testOf('apps/server/src/ops/copy-watch.test.ts');
export const inEnv = testOf('apps/server/src/env.test.ts');
