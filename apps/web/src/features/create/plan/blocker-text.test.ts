// Tests of the texts of the reasons why no bot can be started (specification 5 and 8).
import { expect, test } from 'vitest';
import { catalogue } from '../../../i18n/en/catalogue.ts';
import { createTranslator } from '../../../i18n/translate.ts';
import { blockerText } from './blocker-text.ts';
import type { Blocker } from './create-preview.ts';

const { t } = createTranslator('en', catalogue);

test.each<[Blocker, string]>([
  [{ kind: 'no_instruments' }, 'Failed to load OKX symbol info.'],
  [{ kind: 'no_price', instrumentId: 'ETH-USDT-SWAP' }, 'The price of ETH-USDT-SWAP is not available.'],
  [
    { kind: 'suspended', instrumentId: 'ETH-USDT-SWAP' },
    'The exchange has suspended trading of ETH-USDT-SWAP. Start the bot when trading resumes, or choose another pair.',
  ],
  [
    { kind: 'ending', instrumentId: 'ETH-USDT-SWAP', endsAt: Date.parse('2026-03-09T12:00:00.000Z') },
    'The exchange ends trading of ETH-USDT-SWAP on 9 Mar 2026. Choose another pair.',
  ],
  [{ kind: 'not_linked' }, 'Link an exchange account to start.'],
  [
    { kind: 'in_use', instrumentId: 'ETH-USDT-SWAP' },
    'A bot is already running on ETH-USDT-SWAP. Choose another pair.',
  ],
  [{ kind: 'no_margin' }, 'Less than 1\u00a0USDT of margin is available. Stop a bot or deposit more on OKX.'],
  [{ kind: 'problem', problem: { field: 'name', kind: 'required' } }, 'Please enter a bot name.'],
  [{ kind: 'problem', problem: { field: 'name', kind: 'too_long' } }, 'At most 15 characters.'],
  [
    { kind: 'problem', problem: { field: 'cyclicSteps', kind: 'rule' } },
    'There must be fewer cyclic steps than steps.',
  ],
  [
    { kind: 'problem', problem: { field: 'allocation', kind: 'above_available' } },
    'Enter no more than the available margin.',
  ],
])('the blocker %j has the specified text', (blocker, words) => {
  expect(blockerText(blocker, t)).toBe(words);
});

test('the text about the AI option says why the option is not available, and it contains the minimum of 1,000 USDT', () => {
  expect(t('create.entry.aiReason')).toContain('1,000\u00a0USDT');
});
