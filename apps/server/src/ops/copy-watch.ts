// Finds out after the start whether another copy of this installation trades the same accounts. Until then no command is sent (decision 56).
import { serverLimits } from '../limits.ts';
import { createCommandClaim, type CommandClaimDeps } from './command-claim.ts';
import { createLaterListeners, type LaterListenersDeps, type Seen } from './copies/later-listeners.ts';

export interface CopyWatchDeps extends CommandClaimDeps, Pick<LaterListenersDeps, 'sharedAccounts'> {
  /** Called once, when no other copy was found. */
  readonly onProven: () => void;
  /** Called once, when other programs listen to the accounts. */
  readonly onFound: (accountIds: readonly string[]) => void;
}

export interface CopyWatch {
  /** Begins the time limit of the proof. `accounts` is the number of accounts that this server trades. */
  begin(accounts: number): void;
  /** Notes how many sockets of other programs listen to an account. */
  note(accountId: string, others: number): void;
  /** Ends the proof, because another server of this database has proven that no other copy runs. */
  trust(): void;
  /** Returns how many commands may be sent now: 0, 1 or Infinity. Without counts of the exchange, the call claims the one command of the installation. */
  commandsLeft(): number;
  /**
   * Returns whether one more command may be sent, and counts it. Without counts of the exchange, the result is `true` once after the claim, and again after a time in
   * which no other copy was found.
   */
  takeCommand(): boolean;
  /** Returns how many accounts have listeners of other programs and are counted again. No command is sent meanwhile. */
  suspects(): number;
  /** Returns how many accounts have got listeners of other programs after the proof, when these are at least half of the counted ones. */
  laterListeners(): number;
  stop(): void;
}

/** `proving`: no command is sent. `cautious`: one server of the installation sends one command. `proven`: all commands are sent. `found`: another copy runs. */
type Phase = 'proving' | 'cautious' | 'proven' | 'found';

/** Returns the watch of an installation that needs no proof. */
export function createProvenWatch(deps: LaterListenersDeps): CopyWatch {
  const later = createLaterListeners(deps);
  return {
    begin: () => undefined,
    note: (accountId, others) => later.note(accountId, others),
    trust: () => undefined,
    commandsLeft: () => Infinity,
    takeCommand: () => true,
    suspects: () => 0,
    laterListeners: () => later.count(),
    stop: () => undefined,
  };
}

/**
 * Creates the watch. The exchange counts the sockets that listen to an account. A dead socket of this server is counted for some time, so an account
 * with other listeners is counted a second time. The accounts decide by majority, because the owner of an account may use another program.
 */
export function createCopyWatch(deps: CopyWatchDeps): CopyWatch {
  const { clock, log } = deps;
  const seen = new Map<string, Seen>();
  const [later, permit] = [createLaterListeners(deps), createCommandClaim(deps)];
  let [phase, wanted]: [Phase, number] = ['proving', serverLimits.copyProofAccounts];
  let timer: { cancel(): void } | null = null;
  const count = (kind: Seen['kind']): number => [...seen.values()].filter((each) => each.kind === kind).length;
  const isCautious = (): boolean => phase === 'cautious' && count('suspect') === 0;
  const prove = (): void => {
    phase = 'proven';
    timer?.cancel();
    seen.clear();
    deps.onProven();
  };
  const decide = (): void => {
    const [alone, shared] = [count('alone'), sharedOf(seen)];
    if (alone >= wanted && alone > seen.size - alone) return prove();
    if (count('suspect') > 0 || shared.length === 0 || shared.length < alone) return;
    phase = 'found';
    timer?.cancel();
    deps.onFound(shared);
  };
  const check = (): void => {
    timer = clock.after(serverLimits.copyProofMs, check);
    if (phase === 'cautious') return;
    forgetOld(seen, clock.now() - serverLimits.copySuspicionMs);
    decide();
    if (phase !== 'proving' || count('suspect') > 0) return;
    log.write('warn', 'instance.unproven', { counted: seen.size });
    phase = 'cautious';
  };
  return {
    begin(accounts) {
      wanted = Math.max(1, Math.min(accounts, wanted));
      timer ??= clock.after(serverLimits.copyProofMs, check);
    },
    note(accountId, others) {
      if (phase === 'proven') return later.note(accountId, others);
      if (phase === 'found' || deps.sharedAccounts.includes(accountId)) return;
      const next = seenAfter(seen.get(accountId), others, clock.now());
      if (next !== null) seen.set(accountId, next);
      if (next?.kind === 'suspect') log.write('error', 'instance.otherListener', { accountId, others });
      decide();
    },
    trust() {
      if (phase === 'proving' || phase === 'cautious') prove();
    },
    commandsLeft: () => (phase === 'proven' ? Infinity : Number(isCautious() && permit.ask())),
    takeCommand() {
      if (!isCautious() || !permit.take()) return phase === 'proven';
      phase = 'proving';
      timer?.cancel();
      timer = clock.after(serverLimits.copyEvidenceMs, () => (count('suspect') > 0 ? check() : prove()));
      return true;
    },
    suspects: () => (phase === 'proven' || phase === 'found' ? 0 : count('suspect')),
    laterListeners: () => later.count(),
    stop: () => timer?.cancel(),
  };
}

function sharedOf(seen: ReadonlyMap<string, Seen>): readonly string[] {
  return [...seen].flatMap(([accountId, { kind }]) => (kind === 'shared' ? [accountId] : []));
}

/** Returns what a count shows about an account, or null when the count does not change it. */
function seenAfter(before: Seen | undefined, others: number, now: number): Seen | null {
  if (others === 0) return { kind: 'alone' };
  if (before === undefined) return { kind: 'suspect', at: now };
  return before.kind === 'suspect' && now - before.at >= serverLimits.copyRecountMs ? { kind: 'shared' } : null;
}

/** Forgets the suspicions from before `since`, in ms of the clock. */
function forgetOld(seen: Map<string, Seen>, since: number): void {
  for (const [accountId, one] of seen) if (one.kind === 'suspect' && one.at < since) seen.delete(accountId);
}
