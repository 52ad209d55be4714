// Says why the trading key of the account prevents the entries of a bot, and what its owner can do.
import { Link } from 'react-router';
import type { KeyProblem } from '../../../../api/queries/key-problem.ts';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { paths } from '../../../../paths.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';
import { keyText } from './hold-text.ts';

/** The link to the tab on which a key is created or replaced. */
export const ExchangeLink = ({ onClick }: { readonly onClick?: () => void }) => {
  const t = useT();
  return (
    <Link to={paths.exchange} onClick={onClick}>
      {t('bots.key.open')}
    </Link>
  );
};

export const KeyBanner = ({ problem }: { readonly problem: KeyProblem | null }) => {
  const t = useT();
  const format = useFormat();
  if (problem === null) return null;
  return (
    <Banner tone="danger" role="alert" action={<ExchangeLink />}>
      {keyText(t, format, problem)}
    </Banner>
  );
};
