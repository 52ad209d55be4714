// What Rondo can do in the linked accounts: the rights of their keys as the exchange reported them. Before a key was read, the card says what Rondo asks for.
import type { ExchangeAccountWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';

/** The rights that the exchange reports, with the names that it gives them. */
const reportedRights = { read: 'read_only', trade: 'trade', withdraw: 'withdraw' } as const;
/** Rondo asks for these rights only. */
const askedRights: readonly string[] = ['read', 'trade'];

export type RightsCardProps = {
  readonly accounts: readonly Pick<ExchangeAccountWire, 'name' | 'key_state' | 'permissions'>[];
};

export const RightsCard = ({ accounts }: RightsCardProps) => {
  const t = useT();
  const format = useFormat();
  const keys = accounts.filter(({ key_state: state, permissions }) => state === 'active' && permissions !== null);
  const isRead = keys.length > 0;
  const namesWith = (right: keyof typeof reportedRights): readonly string[] =>
    keys.filter(({ permissions }) => permissions?.includes(reportedRights[right]) === true).map(({ name }) => name);
  const has = (right: keyof typeof reportedRights): boolean =>
    isRead ? namesWith(right).length > 0 : askedRights.includes(right);
  const mayWithdraw = namesWith('withdraw');
  return (
    <Card title={t(isRead ? 'linking.rights.title' : 'linking.rights.askedTitle')}>
      <div className="card-body stack">
        <ul className="rights">
          <Right isRead={isRead} has={has('read')} text={t('linking.rights.read')} />
          <Right isRead={isRead} has={has('trade')} text={t('linking.rights.trade')} />
          <Right
            isRead={isRead}
            has={has('withdraw')}
            text={t('linking.rights.withdraw')}
            danger={
              mayWithdraw.length === 0 ? null : t('linking.rights.withdrawKey', { names: format.list(mayWithdraw) })
            }
          />
          {/* The exchange takes the password in its own window, so no key has this right. */}
          <Right isRead={isRead} has={false} text={t('linking.rights.password')} />
        </ul>
        <Banner>{t('linking.rights.note')}</Banner>
      </div>
    </Card>
  );
};

type RightProps = {
  /** Whether the rights are those that the exchange reported. */
  readonly isRead: boolean;
  readonly has: boolean;
  readonly text: string;
  /** Why the right is a danger and what to do, or null. */
  readonly danger?: string | null;
};

const Right = ({ isRead, has, text, danger = null }: RightProps) => {
  const t = useT();
  const known = has ? 'linking.rights.yes' : 'linking.rights.no';
  const asked = has ? 'linking.rights.asked' : 'linking.rights.notAsked';
  const isGood = has && danger === null;
  return (
    <li>
      <Icon name={danger !== null ? 'warning' : has ? 'check' : 'close'} className={isGood ? 'ok' : 'danger'} />
      <span>
        <span className="hidden-text">{t(isRead ? known : asked)} </span>
        {text}
        {danger === null ? null : (
          <span className="account-note">
            <strong className="danger">{danger}</strong>
          </span>
        )}
      </span>
    </li>
  );
};
