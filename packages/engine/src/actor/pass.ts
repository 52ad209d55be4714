// One pass of the actor of an account. A pass applies the outcomes of commands, messages, pushed facts and finished readings,
// derives events, sends commands, and then starts the readings that are due.
import { applyPushedFill } from '../facts/ledger-facts.ts';
import { applyOrderReport } from '../facts/order-facts.ts';
import { hasContent, type FactContext } from '../facts/batch.ts';
import { advanceBots } from '../facts/bot-progress.ts';
import { freezeFailed, guardBot } from '../facts/freeze.ts';
import { entryWaitOf, noteEntryWait } from '../gate/entry-wait.ts';
import { gateOf, type GateResult } from '../gate/gate.ts';
import { releaseBlocks } from '../gate/margin-block.ts';
import { groupsPerPassMax, finishedOrdersMax, leaseTtlMs } from '../limits.ts';
import { isCatchingUp, ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import { forgetPastWaits } from '../memory/bot-waits.ts';
import { addsExposure, reconcile, type ExchangeCommand } from '../orders/reconcile.ts';
import { groupCommands } from '../orders/command-groups.ts';
import { continueFrozenStop } from '../orders/send-frozen.ts';
import { cancelOrphans } from '../orders/cancel-orphans.ts';
import { prepareGroup, sendCommands, type CommandGroup, type SendResult } from '../orders/send.ts';
import { isHaltedCommand, wantedOrders } from '../instruments/trading-state.ts';
import type { ExchangeHint, Venue } from '../ports/index.ts';
import { hasSnapshotFailed } from '../readings/cadence.ts';
import { startLeverageReadings } from '../readings/leverage.ts';
import { startListing } from '../readings/listing.ts';
import { startLookups } from '../readings/order-lookup.ts';
import { notePushedOrder } from '../readings/orphans.ts';
import { notePushedPositions } from '../readings/pushed-positions.ts';
import { startSlowReading } from '../readings/slow-reading.ts';
import { startSnapshot } from '../readings/snapshot.ts';
import { beginFacts, commandsLeft, commit, decisionTime, type ActorContext } from './context.ts';
import type { AppliedMessages, Mailbox } from './mailbox.ts';

/**
 * The input of a pass. A message in the mailbox or the end of the actor interrupts the pass. The pass calls
 * `deliverTickers` before each decision that uses a price.
 */
export type PassInput = {
  readonly mailbox: Mailbox;
  readonly isStopped: () => boolean;
  readonly deliverTickers: () => void;
};

/** `lost`: another node holds the lease. `busy`: an order still differs from the plan. `idle`: every order is as planned. */
export type PassResult = 'lost' | 'busy' | 'idle';

/** Runs one pass. The pass waits for its own transactions, and never for the response to a command or for a reading. */
export async function runPass(context: ActorContext, input: PassInput): Promise<PassResult> {
  if (!holdsLease(context)) return 'lost';
  const news = applyNews(context, input);
  if ((await react(context, news, input)) !== 'sent') return 'lost';
  forgetFinished(context.memory);
  const result = await execute(context, input);
  // The readings start after the commands, so that the commands that follow a fill are sent before the readings that
  // the fill causes.
  startReadings(context);
  return result;
}

/** Starts every reading that is due and does not run. */
export function startReadings(context: ActorContext): void {
  startSnapshot(context);
  startListing(context);
  startSlowReading(context);
  startLeverageReadings(context);
  startLookups(context);
}

// A lease that was not renewed for `leaseTtlMs` has expired, even when the journal has not reported the loss.
function holdsLease({ memory, clock }: ActorContext): boolean {
  return !memory.isLeaseLost && clock.now() - memory.renewedAt < leaseTtlMs;
}

type News = { readonly facts: FactContext; readonly applied: AppliedMessages };

// Applies the outcomes of commands, the messages, the hints and the finished readings to the memory, together with the
// events that follow from them.
function applyNews(context: ActorContext, { mailbox, deliverTickers }: PassInput): News {
  const { memory, running, tasks, clock } = context;
  const facts = beginFacts(context);
  for (const apply of running.takeOutcomes()) apply(facts);
  const applied = mailbox.applyAll(facts);
  for (const hint of memory.hints.splice(0)) {
    if (hint.kind === 'order') notePushedOrder(context, hint.order);
    applyHint(facts, hint);
  }
  for (const apply of tasks.takeFinished()) apply(facts);
  releaseBlocks(memory, clock.now());
  deliverTickers();
  advanceBots(facts);
  freezeFailed(facts, context.log);
  return { facts, applied };
}

// Stores the facts, and then sends the first commands that follow from them. The intents of these commands are stored in
// the transaction of the facts, so that the reaction to a fill waits for one response of the database.
async function react(context: ActorContext, { facts, applied }: News, { isStopped }: PassInput): Promise<SendResult> {
  const group = hasContent(facts.batch) && !isStopped() ? firstReductions(context) : null;
  let stored;
  try {
    stored = await commit(context, facts, group?.intents);
  } catch (cause) {
    applied.putBack();
    throw cause;
  }
  // The senders get their results only after the commit, because a result means that the effect is durable.
  applied.respond();
  if (stored === 'fenced') return 'fenced';
  return group === null ? 'sent' : group.send();
}

// Prepares the first group of commands when none of them can enlarge the position. An entry is prepared after the commit,
// with all facts that have arrived until then.
function firstReductions(context: ActorContext): CommandGroup | null {
  const [first = []] = groupCommands(commandsOf(context).filter((command) => isFree(context, command)));
  const allowed = permitted(
    context,
    first.filter((command) => !addsExposure(command) && isAllowed(context, command)),
  );
  if (allowed.length === 0) return null;
  const group = prepareGroup(context, allowed);
  return group.intents.length === 0 ? null : group;
}

function applyHint(facts: FactContext, hint: ExchangeHint): void {
  const { memory, batch } = facts;
  switch (hint.kind) {
    case 'order':
      if (hint.fill !== null) applyPushedFill(facts, hint.fill);
      return applyOrderReport(facts, hint.order);
    case 'connected':
      memory.isConnected = true;
      memory.darkSnapshots = 0;
      memory.streamLostAt = null;
      memory.isSnapshotWanted = true;
      return;
    case 'disconnected':
      memory.isConnected = false;
      memory.mayMissFills = true;
      memory.streamLostAt ??= batch.now;
      return;
    case 'positions':
      notePushedPositions(memory, hint.positions, batch.now);
      return;
    case 'unattributedOrder':
    case 'triggersConnected':
      memory.isSnapshotWanted = true;
      return;
    case 'ticker':
    case 'mark':
    case 'instrument':
    case 'balance':
      return;
    default:
      return hint satisfies never;
  }
}

async function execute(context: ActorContext, { mailbox, isStopped, deliverTickers }: PassInput): Promise<PassResult> {
  const { memory, running, tasks } = context;
  const commands = commandsOf(context);
  noteEntryWaits(context, commands);
  for (const group of groupCommands(commands).slice(0, groupsPerPassMax)) {
    // New facts and messages must be applied before the next group, because they may change the remaining commands.
    const hasNews = !mailbox.isEmpty() || memory.hints.length > 0 || running.hasOutcomes() || tasks.hasFinished();
    if (hasNews || isStopped()) return 'busy';
    deliverTickers();
    const allowed = permitted(
      context,
      group.filter((command) => isFree(context, command) && isAllowed(context, command)),
    );
    if (allowed.length === 0) continue;
    if (!holdsLease(context) || (await sendCommands(context, allowed)) !== 'sent') return 'lost';
  }
  if (holdsLease(context)) await cancelOrphans(context);
  for (const frozen of memory.frozen.values()) {
    if (frozen.stop === null || running.isRunning(frozen.row.botId) || isStopped() || commandsLeft(context) === 0)
      continue;
    if (!holdsLease(context) || (await continueFrozenStop(context, frozen)) !== 'sent') return 'lost';
  }
  const hasFailed = [...memory.bots.values()].some((bot) => bot.failure !== null);
  return commands.length > 0 || hasFailed ? 'busy' : 'idle';
}

// Returns the commands of all bots that have not ended.
function commandsOf(context: ActorContext): readonly ExchangeCommand[] {
  const { memory, clock, keyedHash } = context;
  const { mark } = context.instance();
  const commands: ExchangeCommand[] = [];
  for (const bot of memory.bots.values()) {
    if (bot.endedAt !== null) continue;
    guardBot(bot, () => {
      const desired = wantedOrders(memory, bot);
      const orders = ordersOf(memory, bot.row.botId);
      commands.push(...reconcile({ bot, desired, orders, now: clock.now(), keyedHash, mark }));
    });
  }
  return commands;
}

// Each pass notes why entries wait. While an entry waits, a pass follows every `tickMs` or, after a refusal for lack of margin, when the wait ends.
function noteEntryWaits(context: ActorContext, commands: readonly ExchangeCommand[]): void {
  const { memory, exchange, instance } = context;
  const entering = new Set(commands.filter(addsExposure).map(({ bot }) => bot));
  const common = { memory, venue: exchange.venue, isInstanceFrozen: instance().isFrozen, ...decisionTime(context) };
  for (const bot of memory.bots.values())
    guardBot(bot, () => noteEntryWait(bot, entryWaitOf({ ...common, bot, wantsEntry: entering.has(bot) }), common.now));
}

// A command that can enlarge the position waits until no command of the account runs. Any other command waits only for the
// commands of its bot.
function isFree({ running }: ActorContext, command: ExchangeCommand): boolean {
  return addsExposure(command) ? !running.isAnyRunning() : !running.isRunning(command.bot.row.botId);
}

function isAllowed(context: ActorContext, command: ExchangeCommand): boolean {
  const { memory, clock, exchange } = context;
  if (isHeld(memory, command) || isHaltedCommand(memory, command, clock.now())) return false;
  if (command.kind === 'place' && isKeyRefused(memory, exchange.venue)) return false;
  return passesGate(context, command);
}

// Returns the commands that the instance may send now. Nothing is sent for an order that is abandoned.
function permitted(context: ActorContext, commands: readonly ExchangeCommand[]): readonly ExchangeCommand[] {
  // `commandsLeft` can claim the one command of an unproven instance, so it is called only when a command is wanted.
  if (commands.length === 0) return commands;
  const left = commandsLeft(context);
  let sent = 0;
  return commands.filter(({ kind }) => kind === 'abandon' || (sent += 1) <= left);
}

// The exchange would refuse each new order because of the key, and each refused order uses a generation of its slot. The
// account settings are read every `refusedReadEveryMs` until the key may trade again.
function isKeyRefused({ isTradeRefused, account }: AccountMemory, venue: Pick<Venue, 'accountRefusal'>): boolean {
  if (!isTradeRefused) return false;
  // Without a refusal in the settings, the exchange refused the latest reading of the settings because of the key.
  const refusal = account === null ? null : venue.accountRefusal(account.value);
  return refusal === null || refusal === 'keyPermission';
}

// While a bot has not received all its fills, its desired orders may be wrong. Until the last page of fills was read,
// no order is placed or amended.
function isHeld(memory: AccountMemory, { kind }: ExchangeCommand): boolean {
  return isCatchingUp(memory) && (kind === 'place' || kind === 'amend');
}

const outdatedSnapshot: ReadonlySet<GateResult> = new Set<GateResult>(['noSnapshot', 'staleSnapshot']);
const outdatedSettings: ReadonlySet<GateResult> = new Set<GateResult>(['staleAccount', 'positionModeDiffers']);

function passesGate(context: ActorContext, command: ExchangeCommand): boolean {
  if (!addsExposure(command)) return true;
  const { memory, exchange, log, instance } = context;
  const { bot } = command;
  const isInstanceFrozen = instance().isFrozen;
  const result = gateOf({ memory, bot, venue: exchange.venue, isInstanceFrozen, ...decisionTime(context) });
  if (result !== bot.lastGate) {
    bot.lastGate = result;
    log.write('info', 'gate', { botId: bot.row.botId, gate: result });
  }
  // When a reading is too old for an entry, the reading is requested, and the entry waits for its result (decision 59).
  if (outdatedSnapshot.has(result) && !hasSnapshotFailed(memory)) memory.isSnapshotWanted = true;
  if (outdatedSettings.has(result)) memory.isSlowReadWanted = true;
  return result === 'open';
}

function forgetFinished(memory: AccountMemory): void {
  for (const bot of memory.bots.values()) {
    if (bot.endedAt !== null) memory.bots.delete(bot.row.botId);
  }
  for (const bot of memory.bots.values()) forgetPastWaits(bot);
  if (memory.orders.size - memory.orders.activeCount() <= finishedOrdersMax) return;
  const finished = [...memory.orders.values()].filter((order) => order.kind === 'finished');
  for (const order of finished.slice(0, finished.length - finishedOrdersMax)) memory.orders.delete(order.clientId);
}
