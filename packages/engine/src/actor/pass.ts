// One pass of the actor of an account. A pass applies messages and pushed facts, reads the account, looks up orders,
// derives events, and then sends commands.
import { applyFills } from '../facts/ledger-facts.ts';
import { applyOrderReport } from '../facts/order-facts.ts';
import type { FactContext } from '../facts/batch.ts';
import { advanceBots } from '../facts/bot-progress.ts';
import { gateOf } from '../gate/gate.ts';
import { releaseBlocks } from '../gate/margin-block.ts';
import { commandsPerPassMax, finishedOrdersMax, leaseRenewMs, leaseTtlMs, priceAskAgeMs } from '../limits.ts';
import { ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import { lookUpOrders } from '../orders/order-lookup.ts';
import { addsExposure, rankOf, reconcile, type ExchangeCommand } from '../orders/reconcile.ts';
import { sendCommand } from '../orders/send.ts';
import type { ExchangeHint } from '../ports/index.ts';
import { beginFacts, commit, type ActorContext } from './context.ts';
import type { Mailbox } from './mailbox.ts';
import { isSnapshotDue, prepareLeverage, readSnapshot } from './snapshot.ts';

/** The conditions that interrupt a pass: a message in the mailbox, or the end of the actor. */
export type PassInput = { readonly mailbox: Mailbox; readonly isStopped: () => boolean };

/** Runs one pass. Returns false when the lease is lost. */
export async function runPass(context: ActorContext, input: PassInput): Promise<boolean> {
  if (!(await keepLease(context))) return false;
  await applyMessages(context, input.mailbox);
  for (const read of [readIfDue, refreshPrices, prepareLeverage, lookUpOrders]) {
    await read(context);
    // The lease is renewed after every reading, because the lease could otherwise expire while a slow exchange responds.
    // Another node would then take the account and repeat all readings.
    if (!(await keepLease(context))) return false;
  }
  // Messages that arrived during the readings are applied now, because `execute` sends no command while a message waits.
  await applyMessages(context, input.mailbox);
  const facts = beginFacts(context);
  releaseBlocks(context.memory, context.clock.now());
  advanceBots(facts);
  await commit(context, facts);
  forgetFinished(context.memory);
  return execute(context, input);
}

async function readIfDue(context: ActorContext): Promise<void> {
  if (isSnapshotDue(context)) await readSnapshot(context);
}

async function keepLease(context: ActorContext): Promise<boolean> {
  const { memory, clock, journal } = context;
  const now = clock.now();
  if (now < memory.renewedAt + leaseRenewMs) return true;
  if (!(await journal.renew(memory.accountId, memory.epoch, leaseTtlMs))) return false;
  // The stored time is the time before the request, because the journal renewed the lease at this time or later.
  memory.renewedAt = now;
  return true;
}

async function applyMessages(context: ActorContext, mailbox: Mailbox): Promise<void> {
  const facts = beginFacts(context);
  const applied = mailbox.applyAll(facts);
  for (const hint of context.memory.hints.splice(0)) applyHint(facts, hint);
  try {
    await commit(context, facts);
  } catch (cause) {
    applied.putBack();
    throw cause;
  }
  // The senders get their results only after the commit, because a result means that the effect is durable.
  applied.respond();
}

function applyHint(facts: FactContext, hint: ExchangeHint): void {
  const { memory } = facts;
  switch (hint.kind) {
    case 'order':
      if (hint.fill !== null) applyFills(facts, [hint.fill]);
      return applyOrderReport(facts, hint.order);
    case 'connected':
      memory.isConnected = true;
      memory.isSnapshotWanted = true;
      return;
    case 'disconnected':
      memory.isConnected = false;
      return;
    case 'positions':
      memory.isSnapshotWanted = true;
      return;
    case 'ticker':
    case 'balance':
      return;
    default:
      return hint satisfies never;
  }
}

async function refreshPrices(context: ActorContext): Promise<void> {
  const { memory, clock, exchange } = context;
  for (const bot of memory.bots.values()) {
    const { instrument } = bot.config;
    const ticker = memory.tickers.get(instrument.id);
    if (bot.state.status !== 'active' || (ticker !== undefined && clock.now() - ticker.receivedAt < priceAskAgeMs))
      continue;
    const report = await exchange.ticker(instrument);
    if (report.ok) memory.tickers.set(instrument.id, report.value);
  }
}

async function execute(context: ActorContext, { mailbox, isStopped }: PassInput): Promise<boolean> {
  const { memory, clock, keyedHash } = context;
  const commands = [...memory.bots.values()].flatMap((bot) =>
    reconcile({ bot, orders: ordersOf(memory, bot.row.botId), now: clock.now(), keyedHash }),
  );
  for (const command of commands.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, commandsPerPassMax)) {
    // New facts and messages must be applied before the next command, because they may change the remaining commands.
    if (!mailbox.isEmpty() || memory.hints.length > 0 || isStopped()) return true;
    if (!passesGate(context, command)) continue;
    if ((await sendCommand(context, command)) !== 'sent') return false;
  }
  return true;
}

function passesGate(context: ActorContext, command: ExchangeCommand): boolean {
  if (!addsExposure(command)) return true;
  const { memory, clock, exchange, log } = context;
  const { bot } = command;
  const gate = gateOf({ memory, bot, venue: exchange.venue, now: clock.now() });
  if (gate !== bot.lastGate) {
    bot.lastGate = gate;
    log.write('info', 'gate', { botId: bot.row.botId, gate });
  }
  return gate === 'open';
}

function forgetFinished(memory: AccountMemory): void {
  for (const bot of memory.bots.values()) {
    if (bot.endedAt !== null) memory.bots.delete(bot.row.botId);
  }
  const finished = [...memory.orders.values()].filter((order) => order.kind === 'finished');
  for (const order of finished.slice(0, Math.max(0, finished.length - finishedOrdersMax)))
    memory.orders.delete(order.clientId);
}
