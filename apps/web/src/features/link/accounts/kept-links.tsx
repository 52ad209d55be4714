// The linked accounts of a person without approval. Each account can only be disconnected (decision 42).
import { useState } from 'react';
import type { BotWire, ExchangeAccountWire, KeyedAccount } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { DeleteDialog } from '../../lbank/delete-dialog.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';

export type KeptLinksProps = {
  readonly accounts: readonly ExchangeAccountWire[];
  /** The accounts that were linked with a typed key. */
  readonly keyed: readonly KeyedAccount[];
  readonly bots: readonly BotWire[];
};

const KeptLink = ({ account, bots }: { readonly account: ExchangeAccountWire; readonly bots: readonly BotWire[] }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="between">
      <strong>{account.name}</strong>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        {t('linking.disconnect')}
      </Button>
      <DisconnectDialog account={account} bots={bots} isOpen={isOpen} onClose={() => setOpen(false)} />
    </li>
  );
};

const KeptKey = ({ account }: { readonly account: KeyedAccount }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="between">
      <span>
        <strong>{account.account_name}</strong>
        <span className="muted">{` ${account.exchange_name}`}</span>
      </span>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        {t('linking.disconnect')}
      </Button>
      {isOpen ? <DeleteDialog account={account} onClose={() => setOpen(false)} /> : null}
    </li>
  );
};

export const KeptLinks = ({ accounts, keyed, bots }: KeptLinksProps) => {
  const t = useT();
  return (
    <Card title={t('pending.kept.accounts')}>
      <ul className="card-body stack kept-links">
        {accounts.map((account) => (
          <KeptLink key={account.id} account={account} bots={bots.filter((bot) => bot.account_id === account.id)} />
        ))}
        {keyed.map((account) => (
          <KeptKey key={account.id} account={account} />
        ))}
      </ul>
    </Card>
  );
};
