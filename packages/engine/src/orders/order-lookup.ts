// Asking the exchange about single orders: those never answered, those missing from the listing, and commands without an effect yet.
import { openSize } from '@rondo/strategy';
import { beginFacts, commit, type ActorContext } from '../actor/context.ts';
import { applyFills, applyOrderReport, learn } from '../facts/facts.ts';
import { cancelAskAfterMs, lookupGapMs, proofLookBackMs } from '../limits.ts';
import { sizeIn, type Track } from '../memory/account-memory.ts';
import { noteIntent, type FactContext } from '../facts/batch.ts';
import { isProvenAbsent, isReadyForReading, withAbsence, type FullReading } from './not-found-proof.ts';
import { isOpen } from './order-state.ts';

/** Asks about every order for which it is time. */
export async function askAboutOrders(context: ActorContext): Promise<void> {
  for (const track of context.memory.tracks.values()) {
    if (isQuestionDue(context, track)) await askAbout(context, track);
  }
}

function isQuestionDue(context: ActorContext, track: Track): boolean {
  const now = context.clock.now();
  if (track.isEndTold || track.state === 'never' || now < track.askedAt + lookupGapMs) return false;
  if (!isOpen(track.state)) track.mustAsk = false;
  if (track.mustAsk || track.state === 'unknown') return true;
  if (!isOpen(track.state)) return false;
  if (track.command !== null && now > track.command.sentAt + cancelAskAfterMs) return true;
  return isMissingFromListing(context, track);
}

/** An open order that a complete listing does not show, although nothing newer than that listing is known of it. */
function isMissingFromListing({ memory }: ActorContext, track: Track): boolean {
  if (memory.snapshot === null || memory.snapshot.startedAt <= track.factAt) return false;
  return !memory.snapshot.openOrders.some((order) => order.clientId === track.clientId);
}

async function askAbout(context: ActorContext, track: Track): Promise<void> {
  track.askedAt = context.clock.now();
  const beganAt = context.exchange.venueNow();
  const report = await context.exchange.lookup(track.instrument, track.clientId, track.type === 'trigger');
  // A question that was not answered proves nothing: it is asked again.
  if (!report.ok) return;
  const facts = beginFacts(context);
  track.mustAsk = false;
  if (report.value === null) {
    track.absences = withAbsence(track.absences, beganAt, track.deadlineAt + context.exchange.venue.notFoundGraceMs);
    if (isReadyForReading(track.absences)) await readInFull(context, facts, track);
  } else {
    settleCommand(facts, track, beganAt);
    applyOrderReport(facts, report.value);
  }
  await commit(context, facts);
}

// What an answered question says about an amend or cancel under way: after its deadline an amend can no longer act; a cancel may be repeated.
function settleCommand(facts: FactContext, track: Track, beganAt: number): void {
  const { command } = track;
  if (command === null || (command.verb === 'amend' && beganAt <= command.deadlineAt)) return;
  if (command.verb === 'cancel' && facts.batch.now <= command.sentAt + cancelAskAfterMs) return;
  noteIntent(facts.batch, command.intentId, { state: 'done', evidence: 'order was looked up' });
  track.command = null;
}

async function readInFull(context: ActorContext, facts: FactContext, track: Track): Promise<void> {
  const instruments = [track.instrument];
  const sinceAt = track.sentAt - proofLookBackMs;
  const { exchange, memory } = context;
  const [open, history, fills, positions] = await Promise.all([
    exchange.openOrders(instruments),
    exchange.orderHistory(instruments, sinceAt),
    exchange.fillsAfter(instruments, { billId: null, sinceAt }),
    exchange.positions(instruments),
  ]);
  if (!open.ok || !history.ok || !fills.ok || !positions.ok) return;
  facts.batch.touched.clear();
  applyFills(facts, fills.value);
  const shown = [...open.value, ...history.value].find((order) => order.clientId === track.clientId);
  if (shown !== undefined) return applyOrderReport(facts, shown);
  const bot = memory.bots.get(track.slot.botId);
  const reading: FullReading = {
    isReadComplete: true,
    isInOpenOrders: false,
    isInHistory: false,
    hasFills: !track.wasSeen && fills.value.some((fill) => fill.clientId === track.clientId),
    isPositionExplained:
      bot === undefined || sizeIn(positions.value, bot) === openSize(bot.state) || bot.outsideFills.length > 0,
  };
  if (isProvenAbsent(track.absences, reading)) {
    learn(facts, track, 'absent');
    track.resends = 0;
    if (track.state !== 'never') return;
    // Not `never` yet: after a crash the plan may differ, and one id must not name two orders; the proof is then made again.
    for (const id of track.placeIntentIds) noteIntent(facts.batch, id, { state: 'unknown', evidence: 'proven absent' });
  }
}
