// Broken rules of the owner of each object: an id of another person is as unknown as an id that does not exist (check 44).
import { breakIn, type BrokenRule } from '../broken-rule.ts';
import { testOf } from './tests.ts';

const check = 44;
const test = testOf('apps/server/tests/api/foreign-ids.test.ts')(
  'every route gives the same response to the ids of another person',
);

/** Broken rules of the objects of another person. */
export const ownerRules: readonly BrokenRule[] = [
  ...breakIn(
    { group: 'key', file: 'apps/server/src/bots/own-bot.ts', check, test },
    { otherBot: { source: 'bot === null || bot.userId !== user.id', broken: 'bot === null' } },
  ),
  ...breakIn(
    { group: 'key', file: 'packages/store/src/history/history.ts', check, test },
    { otherPastBot: { source: 'h.user_id = ${userId} and h.bot_id', broken: 'h.bot_id' } },
  ),
  ...breakIn(
    { group: 'key', file: 'apps/server/src/trading/find-account.ts', check, test },
    { otherAccount: { source: 'accounts.find((each) => each.id === accountId)', broken: 'accounts[0]' } },
  ),
  ...breakIn(
    { group: 'key', file: 'apps/server/src/keys/key-routes.ts', check, test },
    { otherKeyedAccount: { source: 'account === null || account.userId !== user.id', broken: 'account === null' } },
  ),
  ...breakIn(
    { group: 'key', file: 'apps/server/src/link/disconnect.ts', check, test },
    { otherUnlink: { source: 'account.userId === user.id && account.exchange', broken: 'account.exchange' } },
  ),
  ...breakIn(
    { group: 'key', file: 'apps/server/src/venues/okx/link/link-routes.ts', check, test },
    { otherConsent: { source: 'consent === null || consent.userId !== user.id', broken: 'consent === null' } },
  ),
  ...breakIn(
    { group: 'key', file: 'apps/server/src/venues/okx/keys/key-change.ts', check, test },
    {
      otherKeyConsent: { source: 'consent !== null && consent.userId === user.id', broken: 'consent !== null' },
      otherPlainConsent: { source: 'plain?.userId === user.id', broken: 'plain !== null' },
      otherKey: { source: "account?.userId === user.id ? 'CONSENT", broken: "account !== null ? 'CONSENT" },
    },
  ),
  ...breakIn(
    { group: 'key', file: 'packages/store/src/sessions/sessions.ts', check, test },
    {
      otherSession: {
        source: 'id = ${sessionId} and user_id = ${userId} and revoked_at is null and ends_at',
        broken: 'id = ${sessionId} and revoked_at is null and ends_at',
      },
    },
  ),
  ...breakIn(
    { group: 'key', file: 'packages/store/src/people/passkeys.ts', check, test },
    { otherPasskey: { source: 'p.id = ${id} and p.user_id = ${userId}', broken: 'p.id = ${id}' } },
  ),
];
