// Records of people and of what is decided about them.
import type { AccountEnvironment, Answer } from '../store.ts';

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
  /** What the decider has seen; another state by now is refused. */
  readonly seen?: ApprovalState | undefined;
  /** Of `approve` only; stays as it is when left out. */
  readonly level?: number | undefined;
  /** Null: the command line. */
  readonly actorId: string | null;
  readonly reason: string;
  readonly now: number;
}

/** A linked account as an operator sees it. */
export interface LinkRecord {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly exchange: 'okx' | 'lbank';
  readonly label: string;
  readonly environment: AccountEnvironment;
  readonly runningBots: number;
  readonly createdAt: number;
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
  /** When somebody was last erased; 0 when nobody ever was. */
  lastErasedAt(): Promise<number>;
  /** Linked accounts, oldest first, at most a page: of one person, or by a piece of the owner's e-mail or of the label. */
  links(query: {
    readonly userId?: string;
    readonly search?: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly links: readonly LinkRecord[]; readonly total: number }>;
  /** Decides and writes the audit in one transaction; revoking and rejecting end every session. */
  decide(decision: Decision): Promise<Answer<{ readonly person: PersonRecord }, 'unknown' | 'decided'>>;
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
  /** Null: the command line, or a deleted person. */
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
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

/** Second factors. A code is six digits or a recovery code; each works once. */
export interface SecondFactors {
  /** Null when none is on. */
  status(userId: string): Promise<{ readonly recoveryCodesLeft: number } | null>;
  /** A new secret in base32, not yet on. */
  begin(userId: string): Promise<Answer<{ readonly secret: string }, 'already_on'>>;
  confirm(
    userId: string,
    code: string,
    now: number,
  ): Promise<Answer<{ readonly recoveryCodes: readonly string[] }, 'not_begun' | 'already_on' | 'wrong'>>;
  verify(userId: string, code: string, now: number): Promise<boolean>;
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /** False when none was on. */
  remove(userId: string): Promise<boolean>;
}

export interface LoginRecord {
  readonly at: number;
  readonly address: string;
  readonly outcome: string;
}

export interface Logins {
  /** `userId` null: nobody has the e-mail that was typed. */
  record(entry: LoginRecord & { readonly userId: string | null }): Promise<void>;
  /** Newest first. */
  list(userId: string, limit: number): Promise<readonly LoginRecord[]>;
  /** A link that sets a new password once; an older unused one ends. */
  createResetLink(input: {
    readonly userId: string;
    readonly actorId: string | null;
    readonly now: number;
  }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Sets the password and ends every session; null when the link is unknown, used or too old. */
  useResetLink(input: {
    readonly token: string;
    readonly passwordHash: string;
    readonly now: number;
  }): Promise<string | null>;
}

/** One log-in that still works. */
export interface SessionRecord {
  readonly id: string;
  readonly agent: string;
  readonly isRemembered: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly endsAt: number;
}

/** What people write beside a linked account, and what its last test found. */
export interface LabelRecord {
  readonly isTestnet: boolean;
  readonly mayRead: boolean;
  readonly mayTrade: boolean;
  readonly tags: readonly string[];
  readonly description: string;
  readonly status: 'unchecked' | 'connected' | 'failed';
  readonly checkedAt: number | null;
}

export interface AccountLabels {
  find(accountId: string): Promise<LabelRecord | null>;
  /** Writes all labels and the account's name. */
  save(accountId: string, label: LabelRecord & { readonly name: string }): Promise<void>;
}

/** Rows that a purge removed, by kind. */
export interface PurgeCounts {
  readonly logins: number;
  readonly sessions: number;
  readonly tokens: number;
  readonly resetLinks: number;
  readonly audit: number;
}

export interface Retention {
  /** Removes what has had its time at this instant. Safe to repeat and to kill. */
  purge(now: number): Promise<PurgeCounts>;
}

export interface Jobs {
  /** True for exactly one caller per `everyMs`, whichever node asks first. */
  claim(name: string, due: { readonly everyMs: number; readonly now: number }): Promise<boolean>;
}
