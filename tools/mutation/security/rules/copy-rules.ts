// Broken rules of the venue and the copies of an installation.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inCopyWatch, inInstallation, inKnownOrders } from './tests.ts';

const inLastSeen = (title: string): NamedTest => ['apps/server/tests/ops/last-seen.test.ts', title];

const inLater = (title: string): NamedTest => ['apps/server/src/ops/copies/later-listeners.test.ts', title];

/** The broken rules of copies. */
export const copyRules = [
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/store/src/upkeep/instance.ts',
      check: 10,
      test: inInstallation('the venue okx refuses a database that was made for the sandbox'),
    },
    {
      venue: { source: 'if (known !== null && known !== venue) return', broken: "if (known === '') return" },
      olderVenue: {
        source: 'instance.venue ?? (await venueOfRows(sql))',
        broken: 'instance.venue ?? null',
        test: inInstallation('the venue okx refuses a database of the sandbox that an older version'),
      },
      place: {
        check: 64,
        source: '!isJoining && !isKnown(instance, { place, machine, now })',
        broken: "venue === ''",
        test: inInstallation('a copy of a database on another machine is frozen'),
      },
      formerPlace: {
        check: 64,
        source: '(now < until && places.includes(machine))',
        broken: '(now < until || places.includes(machine))',
        test: ['packages/store/tests/database/places.test.ts', 'an installation of an older version is not frozen'],
      },
      joined: {
        check: 64,
        source: "n.role is distinct from 'api'",
        broken: "n.role is distinct from 'none'",
        test: ['packages/store/tests/database/places.test.ts', 'a server in another folder of the same machine'],
      },
      database: {
        check: 64,
        source: 'const frozen = instance.home === identity.home && !isRestored ? (copy?.reason ?? null) : moved;',
        broken: 'const frozen = copy?.reason ?? (moved === null ? moved : null);',
        test: ['apps/cli/tests/restore.test.ts', 'an installation in %s keeps its mark and is frozen'],
      },
      nextMark: {
        check: 64,
        source: '{ mark: nextMark(instance.mark) } : {}',
        broken: '{ mark: instance.mark } : {}',
        test: ['apps/cli/tests/restore.test.ts', 'a start gives the instance the next mark'],
      },
      older: {
        check: 64,
        source: '&& here.count < seen.count',
        broken: '&& here.count < 0',
        test: inLastSeen('a server that starts on an older copy of its database is frozen'),
      },
      history: {
        check: 64,
        source: '${nameOf(identity, instance)} ${confirmedAt}',
        broken: '${instance.id}',
        test: inLastSeen('another database in the same data folder, and a confirmation of a restored database'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/copy-watch.ts',
      check: 64,
      test: inLater('a copy that listens after the proof raises one alarm'),
    },
    {
      later: {
        source: "if (phase === 'proven') return later.note(accountId, others);",
        broken: "if (phase === 'proven') return;",
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/copies/later-listeners.ts',
      check: 64,
      test: inLater('a dead socket of this server, a program of one owner'),
    },
    {
      laterHalf: { source: 'shared * 2 >= seen.size ? shared : 0', broken: 'shared' },
      laterTwice: { source: 'now - before.at >= serverLimits.copyRecountMs', broken: 'now >= before.at' },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/copies/last-seen.ts',
      check: 64,
      test: inLastSeen('a server that runs while'),
    },
    {
      seenAgain: { source: 'seen.count <= last.count', broken: 'seen.count <= 0' },
      seenFile: {
        source: 'await writeLastSeen(folder, seen);',
        broken: '',
        test: inLastSeen('a server that starts on an older copy of its database is frozen'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/installation.ts',
      check: 10,
      test: inInstallation('the venue okx refuses a data folder that the sandbox has used'),
    },
    {
      namedFolder: {
        source: "const setting = databaseUrl === null ? 'RONDO_HOME'",
        broken: "const setting = databaseUrl === '' ? 'RONDO_HOME'",
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/store/src/upkeep/place.ts',
      check: 64,
      test: ['packages/store/src/upkeep/place.test.ts', '%s is another place'],
    },
    {
      folder: { source: '...(await folderMarks(homeFolder)), id]', broken: 'id]' },
      folderId: {
        source: '...(await folderMarks(homeFolder)), id]',
        broken: '...(await folderMarks(homeFolder))]',
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/demo/create-demo.ts',
      check: 10,
      test: inInstallation('the sandbox refuses %s while a published password works'),
    },
    {
      publishedPasswords: {
        source: 'await refusePublishedPasswords(config, store);\n  return { people',
        broken: 'return { people',
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/demo/published-passwords.ts',
      check: 10,
      test: inInstallation('the sandbox refuses %s while a published password works'),
    },
    { namesOfProxies: { source: '[host, ...hosts, ', broken: '[host, ' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/copy-watch.ts',
      check: 64,
      test: inCopyWatch('the only account with another listener sends nothing'),
    },
    {
      commandsWhileProving: {
        source: "return phase === 'proven';",
        broken: "return phase !== 'found';",
      },
      found: { source: 'deps.onFound(shared);', broken: '' },
      deadSocket: {
        source: 'now - before.at >= serverLimits.copyRecountMs',
        broken: 'now >= before.at',
        test: inCopyWatch('a second count without other listeners proves'),
      },
      cautious: {
        source: "      phase = 'proving';\n      timer?.cancel();\n",
        broken: '      timer?.cancel();\n',
        test: inCopyWatch('without counts of the exchange one command is sent after 10 s'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/command-claim.ts',
      check: 64,
      test: inCopyWatch('of the servers of one database one sends the one command'),
    },
    {
      claim: { source: 'if (isStored) grantedUntil', broken: 'grantedUntil' },
      claimEnds: { source: 'askedAt + serverLimits.copyGrantMs', broken: 'Infinity' },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/store/src/upkeep/instance.ts',
      check: 64,
      test: [
        'packages/store/tests/database/places.test.ts',
        'within the time of a claim one server of the database gets the one command',
      ],
    },
    { storedClaim: { source: "(value->'claim'->>'at')::bigint <= n.now - ${ms}", broken: 'true' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/ops/freeze-follower.ts',
      check: 64,
      test: ['apps/server/src/ops/freeze-follower.test.ts', 'its installation freezes accordingly'],
    },
    { otherServer: { source: 'await installation.follow();', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/engine/src/actor/context.ts',
      check: 64,
      test: [
        'packages/engine/src/actor/take-command.test.ts',
        'a command whose instance is frozen while its intent is stored is not sent',
      ],
    },
    { frozenMeanwhile: { source: 'return !isFrozen && take();', broken: 'return take();' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/cli/src/commands/restore.ts',
      check: 64,
      test: [
        'apps/cli/tests/restore.test.ts',
        '`rondo restore confirm --yes` is refused while an account was not read',
      ],
    },
    { unreadAccounts: { source: 'if (found !== unread) {', broken: 'if (found < unread) {' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/engine/src/readings/orphans.ts',
      check: 64,
      test: [
        'packages/engine/src/readings/orphans.test.ts',
        'an order with an id of another account of the installation is logged once',
      ],
    },
    { idOfAnother: { source: 'if (ofOthers.has(order.clientId)) {', broken: 'if (ofOthers.size < 0) {' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/store/src/journal/client-ids.ts',
      check: 64,
      test: inKnownOrders('a client id belongs to another account when an intent of the owner'),
    },
    {
      idOfOwner: { source: 'i.client_id = o.client_id)\n', broken: 'i.client_id is null)\n' },
      purgedId: { source: 'p.client_id = o.client_id)\n', broken: 'p.client_id is null)\n' },
      movedOwner: {
        source: "and m.state <> 'fenced')",
        broken: "and m.state = 'fenced')",
        test: inKnownOrders('a client id whose bot has moved to another database'),
      },
      otherDatabase: {
        source: 'abs(a.bot_number - n.last_value) > ',
        broken: 'abs(a.bot_number - n.last_value) < ',
        test: inKnownOrders('a client id belongs to another database when its bot is unknown'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/showcase/leaderboard-routes.ts',
      check: 10,
      test: ['apps/server/tests/showcase/showcase.test.ts', 'the leaderboard has the five best members'],
    },
    { simulatedProfit: { source: 'simulated: row.isSimulated,', broken: 'simulated: false,' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'packages/store/src/history/leaderboard.ts',
      check: 10,
      test: [
        'packages/store/tests/bots/history.test.ts',
        'a profit on the leaderboard is simulated when a part of it is not of an account with real money',
      ],
    },
    { simulatedRow: { source: "a.environment <> 'live' as is_simulated", broken: 'true as is_simulated' } },
  ),
  ...breakIn(
    {
      group: 'copy',
      file: 'apps/server/src/people/simulated-money.ts',
      check: 10,
      test: ['apps/server/src/people/simulated-money.test.ts', 'on a live venue the money of a person'],
    },
    { simulatedMoney: { source: '  return accounts.length > 0 && ', broken: '  return accounts.length < 0 && ' } },
  ),
];
