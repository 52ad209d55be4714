// Tests of the texts of the wallet. The wallet is not built yet (specification 2 and 5, decision 27).
import { expect, test } from 'vitest';
import { wallet as en } from './en/site/wallet.ts';
import { wallet as ja } from './ja/site/wallet.ts';
import { wallet as ko } from './ko/site/wallet.ts';
import { wallet as ru } from './ru/site/wallet.ts';
import { wallet as zh } from './zh/site/wallet.ts';

test('the English texts of the wallet equal the texts of the specification', () => {
  expect(en).toMatchObject({
    'wallet.title': 'Coming soon, stay tuned',
    'wallet.error.amount': 'Enter a valid amount.',
    'wallet.error.address': 'Invalid address format.',
  });
  const levels = [1, 2, 3, 4, 5] as const;
  expect(levels.map((level) => en[`wallet.level.${level}`])).toEqual([
    'Beginner',
    'Bronze',
    'Silver',
    'Gold',
    'Diamond',
  ]);
});

test('the title of the wallet page is the announcement of the wallet in each language', () => {
  expect([en, ko, ru, zh, ja].map((texts) => texts['wallet.title'])).toEqual([
    'Coming soon, stay tuned',
    '곧 제공됩니다. 조금만 기다려 주세요',
    'Скоро, следите за новостями',
    '即将推出，敬请期待',
    '近日公開予定です。お待ちください',
  ]);
});

test.each(['purchase', 'stake', 'unstake', 'deposit', 'withdraw', 'transfer'] as const)(
  'a successful %s has its own message in each language',
  (act) => {
    const words = [en, ko, ru, zh, ja].map((texts) => texts[`wallet.done.${act}`]);
    expect(new Set(words).size).toBe(words.length);
  },
);

test.each(['amount', 'address', 'eth', 'available', 'balance'] as const)(
  'an invalid %s has its own message in each language',
  (field) => {
    const words = [en, ko, ru, zh, ja].map((texts) => texts[`wallet.error.${field}`]);
    expect(new Set(words).size).toBe(words.length);
  },
);
