// Tests of the operator's console by role and visible text: decisions, filters and the audit.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DecisionDialog } from '../../src/features/operator/people/decision-dialog.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedApplicant, operatorCards } from '../../src/workbench/cards/operator-cards.tsx';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

/** One state of the workbench. */
const stateOf = (name: string, state: string) => operatorCards.find((each) => each.name === name)?.states[state];

test('a rejection is sent only with a reason, together with the state that the operator saw', async () => {
  const onClose = vi.fn();
  const rejectUser = vi.fn<NonNullable<Responses['rejectUser']>>(() => ({ ...fixedApplicant, approval: 'rejected' }));
  const dialog = (
    <ProofProvider>
      <DecisionDialog decision={{ person: fixedApplicant, verdict: 'reject' }} onClose={onClose} />
    </ProofProvider>
  );
  await show(dialog, { responses: { rejectUser }, storage: memberStorage() });
  const reject = page.getByRole('button', { name: 'Reject' });
  await reject.click();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveFocus();
  expect(rejectUser).not.toHaveBeenCalled();
  await reason.fill('No invitation');
  await reject.click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(rejectUser.mock.calls[0]?.[0]).toMatchObject({
    params: { id: fixedApplicant.id },
    body: { reason: 'No invitation', seen: 'pending' },
  });
});

test('the queue lists a sign-up with its invitation and both decisions', async () => {
  const queue = <ProofProvider>{stateOf('PeopleTab', 'queue')}</ProofProvider>;
  await show(queue, { storage: memberStorage() });
  const row = page.getByRole('row', { name: /jun@example.com/ });
  await expect.element(row.getByRole('cell', { name: '222222' })).toBeVisible();
  await expect.element(row.getByRole('button', { name: /Approve/ })).toBeVisible();
  await expect.element(row.getByRole('button', { name: /Reject/ })).toBeVisible();
});

test('an audit with a changed line shows an alert, an intact one shows none', async () => {
  const { unmount } = await show(stateOf('AuditTab', 'intact'), { storage: memberStorage() });
  await expect.element(page.getByRole('row', { name: /anna@example.com/ })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await unmount();
  await show(stateOf('AuditTab', 'broken'), { storage: memberStorage() });
  await expect.element(page.getByRole('alert')).toHaveTextContent('A line of the audit was changed or lost.');
});
