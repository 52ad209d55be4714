// Tests how the signer counts its signatures.
import { expect, test } from 'vitest';
import { check, openCore, request, sealedKey } from '../../../tests/_signer-core.ts';

const reading = request({ method: 'GET', path: '/api/v5/account/positions', body: '' });
const login = { kind: 'login', handle: 'ada:1', timestamp: '1764000000' } as const;

test('the counts have the signatures of each purpose and their accounts since the last counts, and no refused text', async () => {
  const { core, sign } = await openCore();
  expect(core.takeSignatures()).toBeNull();
  await core.replyTo({ kind: 'open', id: 3, handle: 'bob:1', key: sealedKey('bob') });
  await sign(request(), request(), request({ path: '/api/v5/asset/withdrawal' }), reading, login, check);
  await sign({ ...reading, handle: 'bob:1' }, { ...reading, handle: 'bob:1' }, { ...reading, handle: 'cem:1' });
  expect(core.takeSignatures()).toEqual({ command: 2, reading: 3, login: 1, check: 1, accounts: 2 });
  expect(core.takeSignatures()).toBeNull();
  await sign(reading);
  expect(core.takeSignatures()).toEqual({ command: 0, reading: 1, login: 0, check: 0, accounts: 1 });
});
