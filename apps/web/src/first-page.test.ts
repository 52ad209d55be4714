// Tests which page a visit opens first, and for whom the written frame of the bots tab is right.
import { expect, test } from 'vitest';
import { firstPageOf, fitsFrame, type FirstPage } from './first-page.ts';
import { createMemoryStorage } from './workbench/world.tsx';
import { fixedUser } from './workbench/samples.ts';

test.each<[address: string, visitor: string, page: FirstPage]>([
  ['/', 'guest', 'landing'],
  ['/', 'member', 'app'],
  ['/demo?settings=1', 'member', 'demo'],
  ['/terms', 'guest', 'terms'],
  ['/dashboard/bot', 'approved', 'bots'],
  ['/dashboard/bot', 'member', 'app'],
  ['/dashboard/bot', 'guest', 'app'],
  ['/dashboard/bot?debug=true', 'approved', 'app'],
  ['/dashboard/history', 'approved', 'app'],
])('the first page at %s for a visitor of the kind %s is %s', (address, visitor, page) => {
  const kind = { hasSession: visitor !== 'guest', fitsFrame: visitor === 'approved' };
  expect(firstPageOf(new URL(address, 'https://rondo.test'), kind)).toBe(page);
});

test('the written frame is for a person who is logged in, approved and sees amounts', () => {
  const storage = createMemoryStorage();
  storage.writeUser({ ...fixedUser, has_granted: true });
  expect(fitsFrame(storage)).toBe(false);
  storage.write('accessToken', 'token');
  expect(fitsFrame(storage)).toBe(true);
  storage.write('hidesAmounts', 'true');
  expect(fitsFrame(storage)).toBe(false);
  storage.write('hidesAmounts', 'false');
  storage.writeUser({ ...fixedUser, has_granted: false });
  expect(fitsFrame(storage)).toBe(false);
});
