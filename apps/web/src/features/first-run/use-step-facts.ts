// What is known of the steps that a person with approval has done.
import type { ExchangeAccountWire } from '@rondo/contract';
import { accountLabel } from '../../api/queries/chosen-account.ts';
import { rightName } from '../../api/texts/right-name.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import type { StepFacts } from './step-list.tsx';

/** Returns the approval, the account, the rights of the key and the available margin in USDT as texts. */
export const useStepFacts = (account: ExchangeAccountWire | undefined, available: string | null): StepFacts => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const rights = account?.permissions?.map((right) => rightName(i18n, right));
  return {
    approval: t('firstRun.approved'),
    account: account === undefined ? '' : accountLabel(account),
    key: rights === undefined ? '' : t('linking.rightsWithout', { rights: format.list(rights) }),
    balance: available === null ? '' : t('firstRun.available', { amount: format.money(available) }),
  };
};
