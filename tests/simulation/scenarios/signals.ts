// The signals of a run: every bot waits for signals, which arrive in time, late, doubled or not at all. The distance of some bots follows from ATR, whose reading is there, late or missing (strategy 8.7). At the end, the stored events show which signal opened which round (I34).
import { decimal, formatDecimal, ratioToPercent } from '@rondo/decimal';
import { signalBars } from '@rondo/signals';
import {
  atrDistance,
  atrStepDistance,
  decode,
  decodeEvent,
  newBot,
  openingEnd,
  step,
  type AtrReading,
  type BotConfig,
  type BotState,
} from '@rondo/strategy';
import { seededChance, type SeededChance } from '@rondo/testkit';
import { signalCommandId } from '@rondo/engine';
import type { CheckedBot } from '../checks/roster.ts';
import type { Swarm } from '../faults/swarm.ts';
import { castOf } from '../world/cast.ts';
import type { Cast } from '../world/cast-bot.ts';
import { processOf } from '../world/machines.ts';
import type { World } from '../world/world.ts';

const second = 1_000;
const everyMs = { from: 4 * second, to: 15 * second };
const validMs = { from: 2 * second, to: 15 * second };
/** The last signal ends before the end of the run, so that its opening is filled or undone by then. */
const quietMs = 25 * second;
/** An opening is undone this long after the end of its signal at the latest: a restart within 6 s, and its first readings. */
const undoneMs = 8 * second;

/** The share of the bots whose distance follows from ATR, and their factor. */
const atrShare = 0.4;
const atrMultiplier = decimal('1.5');
/** ATR in hundredths of a percent of the close. */
const atrRange = { from: 5, to: 150 };
const barMs = signalBars[atrDistance.bar];

/** A round that a signal opened. `distance` is the distance of the round, and `expected` the distance that the reading of its event gives, or null without a reading. */
type Opening = {
  readonly round: number;
  readonly at: number;
  readonly closedAt: number;
  readonly validUntil: number;
  readonly distance: string;
  readonly expected: string | null;
};

/** Returns the cast of the seed, whose bots wait for signals. */
export function signalCast(swarm: Swarm): Cast {
  const cast = castOf(swarm);
  const chance = seededChance(swarm.seed).fork('distances from ATR');
  const bots = cast.bots.map((bot) => {
    const config = { ...bot.config, waitsForSignal: true };
    return { ...bot, config: chance.happens(atrShare) ? { ...config, atrMultiplier } : config };
  });
  return { ...cast, bots };
}

/** Sends signals to every bot, and checks I34 at the end of the run. */
export function sendSignals(world: World): void {
  const { clock, chaosEndMs, swarm } = world;
  const endsAt = world.startAt + chaosEndMs + swarm.healMs;
  for (const bot of world.checks.roster.all) sendNext(world, bot, endsAt - quietMs);
  clock.after(endsAt - second - clock.now(), () => {
    for (const bot of world.checks.roster.all) checkSignals(world, bot);
  });
}

function sendNext(world: World, bot: CheckedBot, until: number): void {
  const chance = world.chance.fork(`signals of ${bot.botId} at ${world.clock.now()}`);
  world.clock.after(chance.between(everyMs.from, everyMs.to), () => {
    if (world.clock.now() > until) return;
    const closedAt = world.clock.now();
    const validUntil = closedAt + chance.between(validMs.from, validMs.to);
    const atr = bot.config.atrMultiplier === undefined ? null : readingAt(closedAt, chance.fork('ATR'));
    for (const delayMs of delaysOf(chance.pick(['once', 'doubled', 'late', 'lost']), validUntil - closedAt, chance))
      world.clock.after(delayMs, () => dispatch(world, bot, { closedAt, validUntil, atr }));
    sendNext(world, bot, until);
  });
}

/** Returns the reading of the newest closed bar, the reading of the bar before, or none. */
function readingAt(at: number, chance: SeededChance): AtrReading | null {
  const kind = chance.pick(['known', 'known', 'known', 'old', 'missing'] as const);
  if (kind === 'missing') return null;
  const closedAt = Math.floor(at / barMs) * barMs - (kind === 'old' ? barMs : 0);
  return { closedAt, atr: String(chance.between(atrRange.from, atrRange.to) / 100), close: '100', readingHash: '' };
}

function delaysOf(
  kind: 'once' | 'doubled' | 'late' | 'lost',
  lifeMs: number,
  chance: { between(from: number, to: number): number },
): readonly number[] {
  if (kind === 'lost') return [];
  if (kind === 'late') return [lifeMs + chance.between(1, second)];
  const first = chance.between(1, lifeMs);
  return kind === 'once' ? [first] : [first, chance.between(1, lifeMs), lifeMs + chance.between(1, second)];
}

function dispatch(
  world: World,
  { accountId, botId, config }: CheckedBot,
  of: { readonly closedAt: number; readonly validUntil: number; readonly atr: AtrReading | null },
): void {
  const { closedAt, validUntil, atr } = of;
  const source = { ruleKey: 'run', instrument: config.instrument.id, bar: null, closedAt, values: {}, readingHash: '' };
  const evidence = atr === null ? {} : { atr };
  const command = { kind: 'signal', stepDistance: null, validUntil, source, ...evidence } as const;
  const commandId = signalCommandId(botId, closedAt);
  const message = { kind: 'userCommand', accountId, botId, command, commandId } as const;
  processOf(world, accountId)
    ?.engine.dispatch(message)
    .catch(() => undefined);
}

function checkSignals(world: World, bot: CheckedBot): void {
  const { openings, state } = openingsOf(world, bot);
  const fail = (text: string): void =>
    world.checks.report({ invariant: 'I34', at: world.checks.now(), text: `${bot.botId}: ${text}` });
  const end = state === null ? null : openingEnd(state);
  if (end !== null && world.clock.now() > end + undoneMs)
    fail(`round ${state?.round?.round} is open ${world.clock.now() - end} ms after the end of its signal`);
  const used = new Set<number>();
  for (const { round, at, closedAt, validUntil, distance, expected } of openings) {
    if (bot.config.atrMultiplier !== undefined && distance !== expected)
      fail(`round ${round} has the distance ${distance}, and its reading gives ${expected}`);
    if (used.has(closedAt)) fail(`the signal of ${closedAt} opened a second round, which is round ${round}`);
    used.add(closedAt);
    if (at > validUntil) fail(`round ${round} opened ${at - validUntil} ms after the end of its signal`);
  }
  for (const { slot, verb, deadlineAt } of world.journal.contents.intents.values()) {
    if (slot.botId !== bot.botId || verb !== 'place' || slot.kind !== 'entry' || slot.step !== 1) continue;
    const opening = openings.find(({ round }) => round === slot.round);
    if (opening === undefined) fail(`an order of step 1 of round ${slot.round} was sent without a signal`);
    else if (deadlineAt > opening.validUntil)
      fail(
        `an order of round ${slot.round} has a deadline ${deadlineAt - opening.validUntil} ms after the end of its signal`,
      );
  }
}

// Folds the stored events of a bot, and returns its state and the rounds that signals have opened.
function openingsOf(
  world: World,
  bot: CheckedBot,
): { readonly openings: readonly Opening[]; readonly state: BotState | null } {
  const { journal } = world;
  const row = journal.contents.bots.get(bot.botId);
  if (row === undefined) return { openings: [], state: null };
  const openings: Opening[] = [];
  // The journal contains the configuration that `encode` has written.
  let state = newBot(decode(JSON.parse(row.config)) as BotConfig);
  for (const { body, at } of journal.contents.events.get(bot.botId) ?? []) {
    const event = decodeEvent(JSON.parse(body));
    const before = state;
    state = step(state, event).state;
    if (event.kind !== 'signal' || event.source === undefined || state.round === before.round) continue;
    const { closedAt } = event.source;
    openings.push({
      round: state.round?.round ?? 0,
      at,
      closedAt,
      validUntil: event.validUntil ?? 0,
      distance: state.round === null ? '' : formatDecimal(ratioToPercent(state.round.stepDistance, 4)),
      expected: distanceOf(event.atr, closedAt),
    });
  }
  return { openings, state };
}

/** Returns the distance in percent that the reading gives, or null when the reading is missing or is not the newest one. */
function distanceOf(reading: AtrReading | undefined, at: number): string | null {
  if (reading === undefined || reading.closedAt !== Math.floor(at / barMs) * barMs) return null;
  const distance = atrStepDistance({ atr: decimal(reading.atr), close: decimal(reading.close) }, atrMultiplier);
  return distance === null ? null : formatDecimal(ratioToPercent(distance, 4));
}
