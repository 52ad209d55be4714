// Tests the served accounts. When one account cannot be read, the server serves the other accounts and logs the error once.
import { expect, test } from 'vitest';
import type { AccountRecord } from '@rondo/store';
import { tradingVenue } from '../venues/trading-venue.ts';
import { createServedAccounts } from './served-accounts.ts';

const account = (id: string): AccountRecord => ({
  id,
  userId: 'ada',
  exchange: tradingVenue.id,
  label: id,
  uid: id,
  environment: 'sandbox',
  domain: 'sandbox',
  maskedKey: '',
  positionMode: null,
  sourceAddress: null,
  unboundReason: null,
  createdAt: 0,
});

test('when one account cannot be read, the other accounts are served, and the error is logged once until the account can be read again', async () => {
  const logged: unknown[] = [];
  let isSpoiled = true;
  const readServed = createServedAccounts({
    accounts: { listAll: async () => ['spoiled', 'foreign', 'good'].map(account) },
    async prepare(id) {
      if (id === 'spoiled' && isSpoiled) throw new Error('The key cannot be decrypted.');
      return id !== 'foreign';
    },
    log: { write: (_level, event, fields) => void logged.push([event, fields?.['accountId']]) },
  });
  expect((await readServed()).served).toEqual(['good']);
  expect((await readServed()).served).toEqual(['good']);
  expect(logged).toEqual([['account.unreadable', 'spoiled']]);
  expect([...(await readServed()).unreadable]).toEqual(['spoiled']);
  isSpoiled = false;
  expect((await readServed()).served).toEqual(['spoiled', 'good']);
  isSpoiled = true;
  await readServed();
  expect(logged).toHaveLength(2);
});
