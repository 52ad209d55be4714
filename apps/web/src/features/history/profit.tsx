// The profit of a finished bot or of a round. The profit of a kept position is only its realised part, and the text says so.
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { isKept } from './kept.ts';

export type ProfitProps = { readonly item: { readonly total_profit: string; readonly end_reason: string } };

export const Profit = ({ item }: ProfitProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <span>
      <SignedFigure text={format.signedMoney(item.total_profit)} />
      {isKept(item) ? <span className="muted small history-part">{t('history.realisedPart')}</span> : null}
    </span>
  );
};
