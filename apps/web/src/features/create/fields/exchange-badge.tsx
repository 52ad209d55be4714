// The link to the exchange above the form: whether an account is linked, and what its trading key can do as the exchange reported it.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n-context.tsx';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/basics/icon.tsx';
import { keyBlockOf, type AccountKey } from '../plan/key-block.ts';

export type ExchangeBadgeProps = {
  /** The key of the chosen account, or null while no account with a key is known. */
  readonly account: AccountKey | null;
  /** Whether the linked accounts are being read. */
  readonly isLinking: boolean;
};

export const ExchangeBadge = ({ account, isLinking }: ExchangeBadgeProps) => {
  const t = useT();
  if (account === null)
    return (
      <Badge isGood={false} link={t(isLinking ? 'create.exchange.linking' : 'create.exchange.unlinked')}>
        <span className="muted">{t('create.exchange.required')}</span>
      </Badge>
    );
  const block = keyBlockOf(account);
  if (block !== null)
    return (
      <Badge isGood={false} link={t('create.exchange.linked')}>
        <span className="danger-text">{t(`create.key.${block}`)}</span>
        <Link to={paths.exchange}>{t('create.key.open')}</Link>
      </Badge>
    );
  const isRead = account.permissions !== null;
  return (
    <Badge isGood={isRead} link={t('create.exchange.linked')}>
      <span className="muted">{t(isRead ? 'create.exchange.rights' : 'create.exchange.rightsUnread')}</span>
    </Badge>
  );
};

type BadgeProps = { readonly isGood: boolean; readonly link: string; readonly children: ReactNode };

const Badge = ({ isGood, link, children }: BadgeProps) => (
  <p className="exchange-badge">
    <Icon name={isGood ? 'check' : 'warning'} className={isGood ? 'ok-text' : 'warning-text'} />
    <strong>{link}</strong>
    {children}
  </p>
);
