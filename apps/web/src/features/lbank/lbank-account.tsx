// The card of a linked LBank account: its tags, the result of the last test, and the actions.
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyedAccount } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { unknownText } from '../../lib/numbers/format.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Chip, type ChipTone } from '../../ui/figures/chip.tsx';
import { Pairs } from '../../ui/figures/stat.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

const tones: Readonly<Record<KeyedAccount['status'], ChipTone>> = {
  connected: 'ok',
  failed: 'danger',
  unchecked: 'neutral',
};

const Facts = ({ account }: { readonly account: KeyedAccount }) => {
  const { t } = useI18n();
  const format = useFormat();
  const granted = (['read', 'trade'] as const).filter((right) => account.permissions[right]);
  const rights = granted.map((right) => t(`lbank.${right}`));
  return (
    <Pairs
      pairs={[
        { label: t('lbank.key'), value: account.api_key },
        {
          label: t('lbank.permissions'),
          value: rights.length === 0 ? t('lbank.nothing') : format.list(rights),
        },
        {
          label: t('lbank.tagsLabel'),
          value:
            account.tags.length === 0 ? (
              unknownText
            ) : (
              <span className="lbank-tags">
                {account.tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>
            ),
        },
        {
          label: t('lbank.checked'),
          value: account.checked_at === null ? unknownText : format.dateTime(account.checked_at),
        },
      ]}
    />
  );
};

/** Tests the rights of the key at LBank. The card shows the result of the last test. */
const useKeyTest = (account: KeyedAccount) => {
  const i18n = useI18n();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: () => api.call('testExchangeAccount', { params: { id: account.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keyedAccounts }),
  });
  if (testing.isError) return { ...testing, tone: 'danger' as const, words: errorText(i18n, testing.error) };
  const found = testing.data;
  if (found === undefined) return { ...testing, tone: 'neutral' as const, words: null };
  const text = i18n.tryText(found.message_key, found.parameters) ?? found.message;
  return {
    ...testing,
    tone: found.success ? ('neutral' as const) : ('danger' as const),
    words: i18n.t('lbank.testedAt', { text, time: format.time(found.account.checked_at ?? 0) }),
  };
};

export type LbankAccountProps = { readonly account: KeyedAccount; readonly onEdit: () => void };

export const LbankAccount = ({ account, onEdit }: LbankAccountProps) => {
  const { t } = useI18n();
  const [isDeleting, setDeleting] = useState(false);
  const test = useKeyTest(account);
  return (
    <article className="lbank-account stack" aria-label={account.account_name}>
      <div className="between">
        <div>
          <h3>{account.account_name}</h3>
          {account.description === '' ? null : <p className="muted small">{account.description}</p>}
        </div>
        <span className="row">
          {account.is_testnet ? <Chip tone="warning">{t('lbank.testnet')}</Chip> : null}
          <Chip tone={tones[account.status]} icon={account.status === 'connected' ? 'check' : 'info'}>
            {t(`lbank.status.${account.status}`)}
          </Chip>
        </span>
      </div>
      <Facts account={account} />
      <div role="status">{test.words === null ? null : <Banner tone={test.tone}>{test.words}</Banner>}</div>
      <div className="account-buttons">
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {t(test.isPending ? 'lbank.testing' : 'lbank.test')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('lbank.edit')}
        </Button>
        <Button size="small" variant="danger" onClick={() => setDeleting(true)}>
          {t('lbank.delete')}
        </Button>
      </div>
      {isDeleting ? <DeleteDialog account={account} onClose={() => setDeleting(false)} /> : null}
    </article>
  );
};
