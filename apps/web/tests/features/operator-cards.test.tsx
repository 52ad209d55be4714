// Tests of the operator's console: decisions, the queue and the audit. Elements are found by role and visible text.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DecisionDialog } from '../../src/features/operator/people/decision-dialog.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedApplicant, operatorCards } from '../../src/workbench/cards/operator-cards.tsx';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

/** Returns one state of a workbench card. */
const stateOf = (name: string, state: string) => operatorCards.find((each) => each.name === name)?.states[state];

test('a rejection is sent only when it has a reason, and the request contains the state that the operator saw', async () => {
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

test('the queue shows a sign-up with its invitation code and the buttons of both decisions', async () => {
  const queue = <ProofProvider>{stateOf('PeopleTab', 'queue')}</ProofProvider>;
  await show(queue, { storage: memberStorage() });
  const row = page.getByRole('row', { name: /jun@example.com/ });
  await expect.element(row.getByRole('cell', { name: '222222' })).toBeVisible();
  await expect.element(row.getByRole('button', { name: /Approve/ })).toBeVisible();
  await expect.element(row.getByRole('button', { name: /Reject/ })).toBeVisible();
});

test('the audit tab shows an alert when a line of the audit was changed, and no alert when the audit is intact', async () => {
  const { unmount } = await show(stateOf('AuditTab', 'intact'), { storage: memberStorage() });
  await expect.element(page.getByRole('row', { name: /anna@example.com/ })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await unmount();
  await show(stateOf('AuditTab', 'broken'), { storage: memberStorage() });
  await expect.element(page.getByRole('alert')).toHaveTextContent('A line of the audit log was changed or lost.');
});

test.each([
  ['ready', '봇 1개가 동결됨'],
  ['not ready', '최근에 읽지 못한 계정이 있음'],
])('the health tab writes a reason of the server in the language of the person: %s', async (state, text) => {
  await show(stateOf('HealthTab', state), { language: 'ko', storage: memberStorage() });
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByText(/frozen|recently/).elements()).toEqual([]);
});
