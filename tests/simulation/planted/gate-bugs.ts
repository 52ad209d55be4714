// Known bugs in the gate, in the guard before a command, and in the commands of a stop. Each bug is a change of the source text.
import type { Defect } from '../faults/defects.ts';
import { trading } from '../faults/fact-defects.ts';
import { noRareFaults } from '../faults/rare-faults.ts';
import type { Swarm } from '../faults/swarm.ts';
import type { SourcePatch } from './source-patch.ts';

const second = 1_000;
const minute = 60 * second;

const gate = 'packages/engine/src/gate/gate.ts';
const desired = 'packages/strategy/src/round/desired.ts';

/** Every bot is held once. */
const everyBotIsHeld: SourcePatch = {
  file: 'tests/simulation/world/people.ts',
  from: '.happens(0.2)) return;',
  to: '.happens(1)) return;',
};
/** A position that a user enlarges by hand stays so for one to two minutes. */
const longAdditions: SourcePatch = {
  file: 'tests/simulation/world/people.ts',
  from: 'enlargedForMs = { from: 3_000, to: 20_000 }',
  to: 'enlargedForMs = { from: 60_000, to: 120_000 }',
};

/** One account with two bots for 40 minutes. The prices come directly from the market. */
const hour: Partial<Swarm> = {
  ...trading,
  crew: { accounts: 1, botsEach: 2 },
  prices: 'board',
  marketStepMs: 2 * second,
  chaosMs: 40 * minute,
};

/** The bugs in the gate, in the guard and in stops. */
export const gateBugs: readonly Defect[] = [
  {
    name: 'G1',
    story: 'the gate ignores the age of the snapshot',
    caughtBy: ['I07'],
    swarm: { ...hour, purse: 'short', rare: { ...noRareFaults, fundsMs: minute } },
    patches: [{ file: gate, from: "if (now - startedAt > snapshotMaxAgeMs) return 'staleSnapshot';", to: '' }],
  },
  {
    name: 'G2',
    story: 'the gate ignores orders with an unknown outcome',
    caughtBy: ['I07'],
    swarm: { ...trading, dropRequest: 0.1, dropResponse: 0.1 },
    patches: [{ file: gate, from: "return isUnknown ? 'orderUnknown' : null;", to: 'return null;' }],
  },
  {
    name: 'G3',
    story: 'the gate ignores a difference between the position at the exchange and the position of the bot',
    caughtBy: ['I07'],
    swarm: { ...trading, handTradeMs: 8 * second },
    settings: [longAdditions],
    patches: [
      { file: gate, from: "if (shownSize(memory, bot) !== openSize(bot.state)) return 'positionDiffers';", to: '' },
    ],
  },
  {
    name: 'G4',
    story: 'a held bot sends entries',
    caughtBy: ['I07'],
    swarm: trading,
    settings: [everyBotIsHeld],
    patches: [
      { file: gate, from: "if (holdLevelOf(bot.state) === 'entries') return 'botHeld';", to: '' },
      { file: desired, from: "&& holdLevelOf(state) !== 'entries' &&", to: '&&' },
    ],
  },
  {
    name: 'G5',
    story: 'the gate ignores the age of a price',
    caughtBy: ['I07'],
    swarm: { ...hour, rare: { ...noRareFaults, frozenPriceMs: minute } },
    patches: [
      {
        file: 'packages/engine/src/gate/fresh-price.ts',
        from: 'if (now - price.receivedAt > priceMaxAgeMs) return false;',
        to: '',
      },
      {
        file: 'packages/engine/src/gate/fresh-price.ts',
        from: 'venueNow - price.at <= venuePriceMaxAgeMs',
        to: 'venueNow >= 0',
      },
    ],
  },
  {
    name: 'G6',
    story: 'the gate ignores the permissions of the key',
    caughtBy: ['I07'],
    swarm: { ...hour, rare: { ...noRareFaults, keyMs: 3 * minute } },
    patches: [{ file: gate, from: 'input.venue.accountRefusal(account.value) ??', to: '' }],
  },
  {
    name: 'G8',
    story: 'after the loss of the stream, a snapshot from before the loss counts',
    caughtBy: ['I07'],
    test: {
      file: 'packages/engine/src/gate/gate.test.ts',
      name: 'the gate is staleSnapshot when the private stream was lost after the snapshot began',
    },
    patches: [
      {
        file: gate,
        from: "if (startedAt <= (memory.streamLostAt ?? 0)) return 'staleSnapshot';",
        to: '',
      },
    ],
  },
  {
    name: 'U1',
    story: 'a command is sent although the last renewal of the lease is too old',
    caughtBy: ['I06'],
    test: {
      file: 'packages/engine/src/readings/orphans.test.ts',
      name: 'an orphan entry is not cancelled when the last renewal of the lease is too old',
    },
    patches: [
      {
        file: 'packages/engine/src/actor/context.ts',
        from: 'return clock.now() - memory.renewedAt > leaseGuardMs;',
        to: 'return clock.now() < memory.renewedAt;',
      },
    ],
  },
  {
    name: 'U2',
    story: 'an order has no deadline at the exchange',
    caughtBy: ['I20'],
    test: {
      file: 'packages/exchange/src/okx/rest/rest.test.ts',
      name: 'a deadline is sent as expTime, and a request is not sent after its deadline',
    },
    patches: [
      {
        file: 'packages/exchange/src/okx/rest/rest.ts',
        from: "if (call.deadlineAt !== undefined) headers['expTime'] = String(Math.floor(call.deadlineAt));",
        to: '',
      },
    ],
  },
  {
    name: 'M14',
    story: 'a stop closes the position before its orders are cancelled',
    caughtBy: ['L02'],
    test: {
      file: 'packages/strategy/src/bot/stopping.test.ts',
      name: 'a stop command that closes the position cancels the orders, closes the lots and completes the bot',
    },
    patches: [
      {
        file: 'packages/strategy/src/round/round.ts',
        from: 'closing: { reason, ordersGone: false,',
        to: 'closing: { reason, ordersGone: true,',
      },
    ],
  },
  {
    name: 'M19',
    story: 'commands wait behind the readings of all accounts',
    caughtBy: ['L10'],
    test: {
      file: 'packages/exchange/src/okx/rest/rate-budget.test.ts',
      name: 'while 500 accounts are read, every reading is sent within 8 s, and commands are sent immediately',
    },
    patches: [
      {
        file: 'packages/exchange/src/okx/rest/rate-budget.ts',
        from: 'order.find((each) => bucket.waiters[each].size > 0);',
        to: 'order.findLast((each) => bucket.waiters[each].size > 0);',
      },
    ],
  },
  {
    name: 'M24',
    story: 'requests with a refused key are not limited',
    caughtBy: ['L07'],
    test: {
      file: 'packages/exchange/src/okx/rest/rest.test.ts',
      name: 'a refused key is used once in thirty seconds until the exchange accepts the key, and a request with `isAboutKey` is sent immediately',
    },
    patches: [
      { file: 'packages/exchange/src/okx/rest/key-guard.ts', from: 'if (clock.now() < askAt) return false;', to: '' },
    ],
  },
  {
    name: 'M21',
    story: 'the days of the history begin at midnight in Seoul and not in UTC',
    caughtBy: ['history'],
    test: {
      file: 'apps/server/src/history/utc-day.test.ts',
      name: 'an instant belongs to its day in UTC',
    },
    patches: [
      {
        file: 'apps/server/src/history/utc-day.ts',
        from: 'isoTime(at)',
        to: 'isoTime(at + 32_400_000)',
      },
    ],
  },
  {
    name: 'T1',
    story: 'a stopped bot sends entries',
    caughtBy: ['I13'],
    swarm: { ...trading, stopAfterMs: 60 * second },
    patches: [
      {
        file: desired,
        from: 'if (round.closing !== null || state.stop !== null) return [...closing, ...lastExits(state, round)];',
        to: 'void lastExits;',
      },
      { file: gate, from: ' || bot.state.stop !== null) return', to: ') return' },
    ],
  },
];
