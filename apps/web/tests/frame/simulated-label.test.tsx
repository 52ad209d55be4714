// Tests that the label of simulated money does not depend on a profile that may be unavailable.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMember } from '../../src/api/session/session-context.tsx';
import { memberStorage, show } from '../support/show.tsx';

const Label = () => <p>{useMember().isSimulated ? 'simulated' : 'not simulated'}</p>;

test('a restored session has the label of simulated money before its profile was read', async () => {
  const storage = memberStorage();
  storage.write('simulated', 'true');
  const responses = { me: () => Promise.reject(new Error('no connection')) };
  await show(<Label />, { storage, responses });
  await expect.element(page.getByText('simulated', { exact: true })).toBeVisible();
});
