// Says why the trading key of the account prevents the entries of a bot, and what its owner can do.
import { Link } from 'react-router';
import type { KeyProblem } from '../../../../api/queries/key-problem.ts';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { paths } from '../../../../paths.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';

const texts = {
  refused: 'bots.key.refused',
  missing: 'bots.key.missing',
  withdraw: 'bots.key.withdraw',
} as const;

export const KeyBanner = ({ problem }: { readonly problem: KeyProblem | null }) => {
  const t = useT();
  if (problem === null) return null;
  return (
    <Banner tone="danger" role="alert" action={<Link to={paths.exchange}>{t('bots.key.open')}</Link>}>
      {t(texts[problem])}
    </Banner>
  );
};
