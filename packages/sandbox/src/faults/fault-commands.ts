// Fault commands that a test or a person sends. Each command is a JSON object that adds a fault to the queue, sets a switch, or closes sockets.
import { flag, text, type Raw } from '../wire/envelope.ts';
import { isFaultKind, plainFault, type FaultQueue } from './request-faults.ts';
import { sandboxLimits } from '../limits.ts';
import type { SocketSession } from '../socket/session.ts';
import { clearedSwitches, type DuplicateScope, type OddQuote } from './fault-switches.ts';
import type { World } from '../state/world.ts';

/** The parts of the exchange that a fault command changes. */
export interface FaultTargets {
  readonly world: World;
  readonly queue: FaultQueue;
  readonly sessions: ReadonlySet<SocketSession>;
}

type Order = (harness: FaultTargets, raw: Raw) => boolean;

/** The faults that set switches of orders, market data or sockets. Each function returns false when the details are invalid. */
const switches: Readonly<Record<string, Order>> = {
  reject: ({ world }, raw) => {
    const code = text(raw, 'code');
    if (!/^\d{5}$/.test(code)) return false;
    world.switches.refusals.push(...Array.from({ length: amount(raw, 'count', 1) }, () => code));
    return true;
  },
  partial: ({ world }, raw) => {
    world.switches.partialFills = {
      parts: amount(raw, 'parts', 2),
      left: amount(raw, 'count', 1) * amount(raw, 'parts', 2),
    };
    return true;
  },
  fillBeforeCancel: ({ world }, raw) => {
    world.switches.fillsBeforeCancel = amount(raw, 'count', 1);
    return true;
  },
  slow: ({ world }, raw) => {
    world.switches.slowMs = amount(raw, 'delayMs', 1_000);
    return true;
  },
  stale: ({ world }, raw) => {
    world.switches.staleMs = amount(raw, 'delayMs', 5_000);
    return true;
  },
  freeze: ({ world }, raw) => {
    const line = world.timelines.get(text(raw, 'instId'));
    if (!line) return false;
    const since = world.clock.now();
    const until = since + amount(raw, 'forMs', 60_000);
    world.switches.frozenUntil.set(line.instrument.instId, { until, since, ticks: line.ticks });
    return true;
  },
  quote: ({ world }, raw) => {
    const quote = text(raw, 'quote');
    if (!world.timelines.has(text(raw, 'instId')) || !['zero', 'missing', 'inverted'].includes(quote)) return false;
    // The check above allows exactly the values of this type.
    world.switches.oddQuotes.set(text(raw, 'instId'), quote as OddQuote);
    return true;
  },
  clock: ({ world }, raw) => {
    const offsetMs = Number(text(raw, 'offsetMs'));
    if (!Number.isInteger(offsetMs)) return false;
    world.switches.clockOffsetMs = offsetMs;
    return true;
  },
  dedup: ({ world }, raw) => {
    const scope = text(raw, 'scope');
    if (!['live', 'day', 'none'].includes(scope)) return false;
    // The check above allows exactly the values of this type.
    world.switches.duplicateScope = scope as DuplicateScope;
    return true;
  },
  limits: ({ world }, raw) => {
    world.switches.countsRequests = flag(raw, 'on');
    world.rates.clear();
    return true;
  },
  listeners: ({ world }, raw) => {
    world.switches.countsListeners = flag(raw, 'on');
    return true;
  },
  handshakes: ({ world }, raw) => {
    const perSecond = Number(text(raw, 'perSecond'));
    if (!Number.isInteger(perSecond) || perSecond < 0) return false;
    world.switches.handshakesPerSecond = perSecond;
    world.handshakes.clear();
    return true;
  },
  duplicate: ({ world }, raw) => setShare(raw, (share) => (world.switches.duplicateShare = share)),
  reorder: ({ world }, raw) => setShare(raw, (share) => (world.switches.reorderShare = share)),
  silence: ({ world }, raw) => {
    world.switches.silentUntil = world.clock.now() + amount(raw, 'forMs', 60_000);
    return true;
  },
  refuse: ({ world }, raw) => {
    world.switches.refusedUntil = world.clock.now() + amount(raw, 'forMs', 60_000);
    return true;
  },
  ban: ({ world, sessions }, raw) => {
    world.switches.bannedUntil = world.clock.now() + amount(raw, 'forMs', 60_000);
    for (const session of sessions) session.close(1006, '');
    return true;
  },
  cut: ({ sessions }, raw) => {
    const code = amount(raw, 'code', 1006);
    for (const session of sessions) session.close(code, '');
    return true;
  },
  notice: ({ world, sessions }, raw) => {
    warn(sessions);
    world.switches.cutAt = world.clock.now() + amount(raw, 'delayMs', sandboxLimits.noticeMs);
    return true;
  },
};

/** Applies one fault command. Returns false when the kind is unknown or a detail is invalid. */
export function applyFault(harness: FaultTargets, raw: Raw): boolean {
  if (flag(raw, 'clear')) {
    harness.queue.clear();
    harness.world.switches = clearedSwitches(harness.world.switches);
  }
  const kind = raw['kind'];
  if (kind === undefined) return true;
  if (isFaultKind(kind)) return queueFault(harness, kind, raw);
  return typeof kind === 'string' && (switches[kind]?.(harness, raw) ?? false);
}

/** Sends the event 64008 to every open socket. The event announces that the exchange will close the socket. */
function warn(sessions: ReadonlySet<SocketSession>): void {
  for (const session of sessions) {
    session.isWarned = true;
    session.push({
      event: 'notice',
      code: '64008',
      msg: 'The connection will soon be closed for a service upgrade. Please reconnect.',
      connId: session.connId,
    });
  }
}

function queueFault(harness: FaultTargets, kind: Parameters<typeof plainFault>[0], raw: Raw): boolean {
  const path = text(raw, 'path');
  const count = Number(text(raw, 'count') || '1');
  const share = Number(text(raw, 'share') || '0');
  const delayMs = Number(text(raw, 'delayMs') || '1000');
  const status = Number(text(raw, 'status') || '200');
  const isValid = path !== '' && Number.isInteger(count) && count > 0 && share >= 0 && share <= 1 && delayMs >= 0;
  if (!isValid || !Number.isInteger(status) || status < 200 || status > 599) return false;
  const code = text(raw, 'code') || '50001';
  const field = text(raw, 'field');
  if (kind === 'field' && field === '') return false;
  return harness.queue.add(
    { ...plainFault(kind), delayMs, code, status, isApplied: flag(raw, 'applied'), field, value: text(raw, 'value') },
    { path, count, share },
  );
}

function amount(raw: Raw, name: string, otherwise: number): number {
  const value = Number(text(raw, name) || otherwise);
  return Number.isFinite(value) && value >= 0 ? Math.min(Math.floor(value), 86_400_000) : otherwise;
}

function setShare(raw: Raw, set: (share: number) => void): boolean {
  const share = Number(text(raw, 'share') || '1');
  if (!(share >= 0 && share <= 1)) return false;
  set(share);
  return true;
}
