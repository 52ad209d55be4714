// A decision about a person: what may be decided, what has to be said for it, and what is sent.
import {
  approveRequestSchema,
  contractLimits,
  reasonRequestSchema,
  type ApprovalState,
  type OperatorUser,
} from '@rondo/contract';

export type Verdict = 'approve' | 'reject' | 'revoke';
export type Decision = { readonly person: OperatorUser; readonly verdict: Verdict };
export type DecisionForm = { readonly reason: string; readonly level: string };
export type DecisionProblem = 'reason' | 'level';

const verdictsOf: Readonly<Record<ApprovalState, readonly Verdict[]>> = {
  pending: ['approve', 'reject'],
  approved: ['revoke'],
  rejected: ['approve'],
  revoked: ['approve'],
};

/** What may be decided; nothing about oneself. */
export const verdictsFor = (person: OperatorUser, ownId: string): readonly Verdict[] =>
  person.id === ownId ? [] : verdictsOf[person.approval];

const { min, max } = contractLimits.level;

/** What is wrong, by the server's own rules: a reason unless somebody is let in, a level that exists. */
export const decisionProblems = (verdict: Verdict, { reason, level }: DecisionForm): readonly DecisionProblem[] => {
  const rule = verdict === 'approve' ? approveRequestSchema.shape.reason : reasonRequestSchema.shape.reason;
  const isLevel = /^\d+$/.test(level.trim()) && Number(level) >= min && Number(level) <= max;
  return [
    ...(rule.safeParse(reason).success ? [] : ['reason' as const]),
    ...(verdict !== 'approve' || isLevel ? [] : ['level' as const]),
  ];
};

/** The level goes along only when it was changed. `seen` lets the server refuse what somebody else has decided meanwhile. */
export const approvalOf = (person: OperatorUser, { reason, level }: DecisionForm) => ({
  reason,
  seen: person.approval,
  ...(Number(level) === person.level ? {} : { level: Number(level) }),
});
