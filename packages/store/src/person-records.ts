// Records of people and of what is decided about them.
import type { Answer } from './records.ts';

export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'revoked';

/** A person as an operator sees them. Instants are epoch ms. */
export interface PersonRecord {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly role: 'member' | 'operator';
  readonly level: number;
  readonly approval: ApprovalState;
  readonly ref: string | null;
  readonly region: string | null;
  readonly consentVersion: string | null;
  readonly consentedAt: number | null;
  readonly hasSecondFactor: boolean;
  readonly linkedAccounts: number;
  readonly runningBots: number;
  readonly createdAt: number;
  readonly lastLoginAt: number | null;
}

export interface Decision {
  readonly userId: string;
  readonly verdict: 'approve' | 'reject' | 'revoke';
  /** Of `approve` only; stays as it is when left out. */
  readonly level?: number;
  /** Null: the command line. */
  readonly actorId: string | null;
  readonly reason: string;
  readonly now: number;
}

export interface People {
  /** Oldest first, at most a page; deleted people are left out. */
  list(query: {
    readonly approval?: ApprovalState;
    readonly search?: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly people: readonly PersonRecord[]; readonly total: number }>;
  find(userId: string): Promise<PersonRecord | null>;
  /** Decides and writes the audit in one transaction; revoking and rejecting end every session. */
  decide(decision: Decision): Promise<Answer<{ readonly person: PersonRecord }, 'unknown'>>;
}

export interface NewAuditEntry {
  readonly at: number;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectId: string | null;
  readonly detail: string;
}

export interface AuditRecord extends NewAuditEntry {
  readonly id: number;
  readonly hash: string; // hex
}

export interface Audit {
  write(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  list(query: {
    readonly subjectId?: string;
    readonly beforeId?: number;
    readonly limit: number;
  }): Promise<readonly AuditRecord[]>;
  /** False when a line was changed, or one between others was lost. */
  isIntact(): Promise<boolean>;
}
