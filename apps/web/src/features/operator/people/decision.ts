// Decisions about a person: available decisions, validation of the input, and the request.
import {
  approveRequestSchema,
  contractLimits,
  reasonRequestSchema,
  type ApprovalState,
  type OperatorUser,
} from '@rondo/contract';

export type Verdict = 'approve' | 'reject' | 'revoke';
export type ReviewDecision = { readonly person: OperatorUser; readonly verdict: Verdict };
export type DecisionForm = { readonly reason: string; readonly level: string };
export type DecisionProblem = 'reason' | 'level';

const verdictsOf: Readonly<Record<ApprovalState, readonly Verdict[]>> = {
  pending: ['approve', 'reject'],
  approved: ['revoke'],
  rejected: ['approve'],
  revoked: ['approve'],
};

/** Returns the decisions that the operator can take about a person. An operator cannot decide about their own user account. */
export const verdictsFor = (person: OperatorUser, ownId: string): readonly Verdict[] =>
  person.id === ownId ? [] : verdictsOf[person.approval];

const { min, max } = contractLimits.level;

/** Validates the input with the server's rules. A rejection and a revocation need a reason. The level of an approval must be within its bounds. */
export const decisionProblems = (verdict: Verdict, { reason, level }: DecisionForm): readonly DecisionProblem[] => {
  const rule = verdict === 'approve' ? approveRequestSchema.shape.reason : reasonRequestSchema.shape.reason;
  const isLevel = /^\d+$/.test(level.trim()) && Number(level) >= min && Number(level) <= max;
  return [
    ...(rule.safeParse(reason).success ? [] : ['reason' as const]),
    ...(verdict !== 'approve' || isLevel ? [] : ['level' as const]),
  ];
};

/** Builds the request of a decision. The level is sent only when the operator changed the level. The server compares `seen` with the current state, and rejects the decision when they differ. */
export const approvalOf = (person: OperatorUser, { reason, level }: DecisionForm) => ({
  reason,
  seen: person.approval,
  ...(Number(level) === person.level ? {} : { level: Number(level) }),
});
