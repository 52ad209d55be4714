// Serves one server: replies to its messages, and reports refusals, uses of the honey account, and the counts of openings and signatures.
import { steadyClock, wallClock } from '../../async/wall-clock.ts';
import type { KeyOpenings } from '../key-openings.ts';
import { createSignerCore } from '../signer-core.ts';
import type { SignerPeer } from './signer-peer.ts';

export interface ServingDeps {
  /** Writes a line that is also there when the server was taken over. The server writes a line too. */
  readonly write: (event: string, fields: object, level?: number) => void;
  /** Return whether a further line about a refusal, or about the honey account, may be written. Refusals must not use up the lines of the honey account. */
  readonly mayWrite: { readonly refusal: () => boolean; readonly honey: () => boolean };
  /** Returns the limits of the openings of keys. */
  readonly openingsOf: (accountsAtOnce: number) => KeyOpenings;
  /** Returns the message that counts in the place of a received one. */
  readonly messageOf: (message: unknown) => unknown;
}

/** Resolves when the server has ended and the last counts are written. */
export async function serveServer(peer: SignerPeer, deps: ServingDeps): Promise<void> {
  const { write, mayWrite, openingsOf, messageOf } = deps;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The server has no other way to the counts, and the lines are also there when it was taken over. */
  const reportCounts = (): void => {
    const counts = core.takeCounts();
    if (counts !== null) {
      write('signer.opened', counts, counts.refused === 0 ? 30 : 50);
      peer.send({ kind: 'openings', id: 0, ...counts });
    }
    const signatures = core.takeSignatures();
    if (signatures === null) return;
    write('signer.signed', signatures, 30);
    peer.send({ kind: 'signatures', id: 0, ...signatures });
  };
  const core = createSignerCore({
    now: () => performance.now(),
    // The later one of the clock of the machine and the steady clock: a clock that is set back by an hour must not end the signatures of exits.
    wallNow: () => Math.max(wallClock.now(), steadyClock.now()),
    openingsOf,
    report(refusal) {
      if (mayWrite.refusal()) write('signer.refused', refusal);
    },
    alarm(use) {
      if (!mayWrite.honey()) return;
      write('signer.honeyUsed', use);
      peer.send({ kind: 'honey', id: 0, ...use });
    },
    begun: ({ countsMs }) => void (timer = setInterval(reportCounts, countsMs).unref()),
    countsWanted: reportCounts,
  });
  peer.listen((message) => {
    void core.replyTo(messageOf(message)).then((reply) => {
      if (reply !== null) peer.send(reply);
    });
  });
  await peer.end;
  clearInterval(timer);
  reportCounts();
}
