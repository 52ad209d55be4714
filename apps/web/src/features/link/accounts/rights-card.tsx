// Rights that Rondo has in a linked account and rights that it does not have.
import { useT } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';

const may = ['read', 'trade'] as const;
const cannot = ['withdraw', 'password'] as const;

export const RightsCard = () => {
  const t = useT();
  return (
    <Card title={t('linking.rights.title')}>
      <div className="card-body stack">
        <ul className="rights">
          {may.map((right) => (
            <li key={right}>
              <Icon name="check" className="ok" />
              <span>
                <span className="hidden-text">{t('linking.rights.yes')} </span>
                {t(`linking.rights.${right}`)}
              </span>
            </li>
          ))}
          {cannot.map((right) => (
            <li key={right}>
              <Icon name="close" className="danger" />
              <span>
                <span className="hidden-text">{t('linking.rights.no')} </span>
                {t(`linking.rights.${right}`)}
              </span>
            </li>
          ))}
        </ul>
        <Banner>{t('linking.rights.note')}</Banner>
      </div>
    </Card>
  );
};
