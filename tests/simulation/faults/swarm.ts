// Selects the conditions of one run at random from its seed (swarm testing, reliability 3.6). In most runs, each fault of the exchange or the
// network is on with a probability of 1/2, and each fault of a user with 0.3. The logarithm of each rate has a uniform distribution.
import { seededChance, type SeededChance } from '@rondo/testkit';
import { noRareFaults, type RareFaults } from './rare-faults.ts';

export type Swarm = {
  readonly seed: string;
  /** The following values except `meanDelayMs` are probabilities per message. */
  readonly dropRequest: number;
  readonly dropResponse: number; // The exchange executes the request, and the response is lost.
  readonly brokenResponse: number; // The response is an HTML page or has code 50004. The exchange may have executed the request.
  readonly outage: number; // The network is down for 5 to 40 s after an order request.
  readonly staleLedger: number; // Some fills and bills of the last seconds are missing in the lists of the exchange.
  readonly duplicatePush: number;
  readonly meanDelayMs: number;
  /** The following values are mean times between events. The value 0 means that the event never occurs. */
  readonly socketGapMs: number;
  readonly killMs: number;
  readonly jumpMs: number; // The event is a price gap.
  readonly userActMs: number; // The event is that the user cancels one of the orders by hand.
  readonly handTradeMs: number; // The event is that the user closes, reduces or enlarges a position by hand.
  /** The following values are the number of bots, the funds of the first account, and whether a funding occurs. With `frail`, a price move liquidates the first account. */
  readonly botCount: number;
  readonly purse: 'ample' | 'short' | 'frail';
  readonly hasFunding: boolean;
  /** The following values are the settings of the first bot, the commands that end the first bot, and the durations of the phases of the run. */
  readonly direction: 'long' | 'short';
  readonly martinSteps: number;
  readonly cyclicSteps: number;
  readonly stepDistancePercent: string;
  readonly takeProfitPercent: string;
  readonly stopLoss: { readonly percent: string; readonly endsBot: boolean } | null;
  readonly creditPercent: string;
  readonly reenters: boolean;
  readonly maxMarketSz: string | null; // A closing order that is larger than this size is sent in parts.
  readonly posMode: 'net_mode' | 'long_short_mode';
  readonly volatility: number; // The relative size of the price moves in one second.
  readonly stopAfterMs: number | null;
  readonly stopCloses: boolean;
  readonly setsLast: boolean;
  readonly chaosMs: number;
  readonly healMs: number;
} & Scale & { readonly rare: RareFaults };

/** The size of a run. */
export type Scale = {
  /** The number of machines that run the engine on one database. */
  readonly machines: number;
  /** The accounts of the run and the bots of each account. With null, the run has two accounts and `botCount` bots. */
  readonly crew: { readonly accounts: number; readonly botsEach: number } | null;
  /** The time between two price moves. */
  readonly marketStepMs: number;
  /** With `client`, each account reads its prices through the client of the exchange. With `board`, each process gets the prices of the market directly. */
  readonly prices: 'client' | 'board';
};

const smallScale: Scale = { machines: 1, crew: null, marketStepMs: 1_000, prices: 'client' };

const second = 1_000;
const minute = 60 * second;

/** Returns the conditions of a run. One run in ten has no fault, and one run in ten has exactly one fault. */
export function drawSwarm(seed: string): Swarm {
  const chance = seededChance(seed).fork('swarm');
  const calm = chance.next();
  const faults = drawFaults(chance, calm < 0.1 ? 'none' : calm < 0.2 ? 'one' : 'some');
  return {
    seed,
    ...smallScale,
    rare: noRareFaults,
    ...faults,
    botCount: chance.pick([1, 2, 2, 3]),
    purse: chance.pick(['ample', 'ample', 'ample', 'ample', 'short', 'frail']),
    hasFunding: chance.happens(0.5),
    ...drawLadder(chance),
    posMode: chance.pick(['net_mode', 'long_short_mode']),
    volatility: chance.pick([0.0003, 0.0006, 0.001]),
    stopAfterMs: chance.happens(0.5) ? chance.between(20 * second, 110 * second) : null,
    stopCloses: chance.happens(0.7),
    setsLast: chance.happens(0.25),
    chaosMs: chance.between(70 * second, 140 * second),
    healMs: 60 * second,
  };
}

/** The settings of a ladder. */
export type Ladder = Pick<
  Swarm,
  | 'direction'
  | 'martinSteps'
  | 'cyclicSteps'
  | 'stepDistancePercent'
  | 'takeProfitPercent'
  | 'stopLoss'
  | 'creditPercent'
  | 'reenters'
  | 'maxMarketSz'
>;

/** Selects the settings of a ladder at random. */
export function drawLadder(chance: SeededChance): Ladder {
  const martinSteps = chance.between(2, 5);
  return {
    direction: chance.pick(['long', 'short']),
    martinSteps,
    cyclicSteps: chance.between(1, martinSteps - 1),
    stepDistancePercent: chance.pick(['0.1', '0.2', '0.3']),
    takeProfitPercent: chance.pick(['0.1', '0.2', '0.3']),
    stopLoss: drawStopLoss(chance.fork('stop loss')),
    ...drawTerms(chance.fork('terms')),
  };
}

function drawTerms(chance: SeededChance): Pick<Ladder, 'creditPercent' | 'reenters' | 'maxMarketSz'> {
  return {
    creditPercent: chance.pick(['100', '100', '50', '0']),
    reenters: chance.happens(0.9),
    maxMarketSz: chance.pick([null, null, '6', '1.5']),
  };
}

// Selects the stop loss in percent of the budget. Some values are so small that a single price jump can go beyond the stop loss.
function drawStopLoss(chance: SeededChance): Ladder['stopLoss'] {
  if (!chance.happens(0.4)) return null;
  return { percent: chance.pick(['0.2', '0.3', '0.5', '1', '2']), endsBot: chance.happens(0.3) };
}

/** The faults of the network to the exchange. */
export type LineFaults = Pick<
  Swarm,
  | 'dropRequest'
  | 'dropResponse'
  | 'brokenResponse'
  | 'outage'
  | 'staleLedger'
  | 'duplicatePush'
  | 'meanDelayMs'
  | 'socketGapMs'
>;

type Faults = LineFaults & Pick<Swarm, 'killMs' | 'jumpMs' | 'userActMs' | 'handTradeMs'>;

/** The rates of a network without faults: no message is lost, and the mean delay is 20 ms. */
export const calm: LineFaults = {
  dropRequest: 0,
  dropResponse: 0,
  brokenResponse: 0,
  outage: 0,
  staleLedger: 0,
  duplicatePush: 0,
  meanDelayMs: 20,
  socketGapMs: 0,
};

function drawFaults(chance: SeededChance, kind: 'none' | 'one' | 'some'): Faults {
  const none: Faults = {
    ...calm,
    killMs: 0,
    jumpMs: 0,
    userActMs: 0,
    handTradeMs: 0,
  };
  const drawn: Faults = {
    dropRequest: between(chance, 0.01, 0.2),
    dropResponse: between(chance, 0.01, 0.2),
    brokenResponse: between(chance, 0.01, 0.1),
    outage: between(chance, 0.02, 0.2),
    staleLedger: between(chance, 0.1, 0.8),
    duplicatePush: between(chance, 0.05, 0.5),
    meanDelayMs: between(chance, 20, 1_500),
    socketGapMs: between(chance, 8 * second, minute),
    killMs: between(chance, 8 * second, minute),
    jumpMs: between(chance, 6 * second, minute),
    userActMs: between(chance, 10 * second, minute),
    handTradeMs: between(chance, 8 * second, minute),
  };
  const names = Object.keys(none) as readonly (keyof Faults)[]; // The object is a literal of this type, so it has exactly these keys.
  const [first = 'dropRequest', ...others] = names;
  const only = chance.pick([first, ...others]);
  const result = { ...none };
  for (const name of names) {
    const isManual = name === 'userActMs' || name === 'handTradeMs';
    const isOn = kind === 'some' ? chance.happens(isManual ? 0.3 : 0.5) : kind === 'one' && name === only;
    if (isOn) result[name as 'dropRequest'] = drawn[name];
  }
  return result;
}

function between(chance: SeededChance, from: number, to: number): number {
  return from * (to / from) ** chance.next();
}
