// Sends a decision once, updates every visible list with the response, and shows a toast.
import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperatorUser, OperatorUserDetail, OperatorUserList } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { ApiError } from '../../../api/calls/api-error.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useToast } from '../../../lib/toasts.ts';
import { useProve } from '../../security/proof-context.tsx';
import { approvalOf, type ReviewDecision, type DecisionForm } from './decision.ts';
import { operatorKeys } from '../operator-queries.ts';

/** Returns true when another operator has already decided. The decision cannot be sent again in this case. */
export const isDecidedByOther = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'ALREADY_DECIDED';

const withPerson = (list: OperatorUserList | undefined, person: OperatorUser): OperatorUserList | undefined =>
  list === undefined
    ? undefined
    : { ...list, items: list.items.map((item) => (item.id === person.id ? person : item)) };

export const useDecision = ({ person, verdict }: ReviewDecision, onClose: () => void) => {
  const t = useT();
  const api = useApi();
  const prove = useProve();
  const toast = useToast();
  const queries = useQueryClient();
  // This check ignores a second click, which can happen before the button is rendered as busy.
  const isSent = useRef(false);
  const call = (form: DecisionForm): Promise<OperatorUser> => {
    const params = { id: person.id };
    const body = { reason: form.reason, seen: person.approval };
    if (verdict === 'approve') return api.call('approveUser', { params, body: approvalOf(person, form) });
    return api.call(verdict === 'reject' ? 'rejectUser' : 'revokeUser', { params, body });
  };
  const sending = useMutation({
    mutationFn: (form: DecisionForm) => prove(() => call(form)),
    onSuccess: (decided) => {
      queries.setQueriesData<OperatorUserList>({ queryKey: operatorKeys.users }, (list) => withPerson(list, decided));
      queries.setQueryData<OperatorUserDetail>(operatorKeys.user(decided.id), (detail) =>
        detail === undefined ? undefined : { ...detail, ...decided },
      );
      void queries.invalidateQueries({ queryKey: operatorKeys.user(decided.id) });
      void queries.invalidateQueries({ queryKey: operatorKeys.audit });
      toast({ tone: 'success', message: t(`operator.done.${verdict}`, { email: decided.email }) });
      onClose();
    },
    onError: (error) => {
      if (isDecidedByOther(error)) void queries.invalidateQueries({ queryKey: operatorKeys.all });
    },
    onSettled: () => {
      isSent.current = false;
    },
  });
  return {
    isPending: sending.isPending,
    error: sending.error,
    send: (form: DecisionForm): void => {
      if (isSent.current) return;
      isSent.current = true;
      sending.mutate(form);
    },
  };
};
