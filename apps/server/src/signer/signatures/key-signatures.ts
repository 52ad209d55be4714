// Counts the signatures of the signer. A server that was taken over can have texts signed within the budgets, and only these counts show it.
import type { SignatureCounts, SignedPurpose } from '../signer-messages.ts';

export interface KeySignatures {
  /** Counts a signature with the key of an account. */
  add(accountId: string, purpose: SignedPurpose): void;
  /** Returns the counts since the last call, or null when nothing was signed. */
  takeCounts(): SignatureCounts | null;
}

const none: Readonly<Record<SignedPurpose, number>> = { command: 0, reading: 0, login: 0, check: 0 };

/** Returns counts that begin with zero. */
export function createKeySignatures(): KeySignatures {
  const accounts = new Set<string>();
  let counts = { ...none };
  return {
    add(accountId, purpose) {
      accounts.add(accountId);
      counts[purpose] += 1;
    },
    takeCounts() {
      if (accounts.size === 0) return null;
      const taken = { ...counts, accounts: accounts.size };
      accounts.clear();
      counts = { ...none };
      return taken;
    },
  };
}
