// The notice of a member whose available margin is too low for another bot, with the margin that each bot has reserved.
import type { MarginResponse } from '@rondo/contract';
import { useAccountLabels } from '../../api/queries/chosen-account.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';

/** This notice is shown instead of the form while less than 1 USDT is available. */
export const ShortMarginNotice = ({ margin }: { readonly margin: MarginResponse }) => {
  const t = useT();
  const format = useFormat();
  const account = useAccountLabels()(margin.account_id);
  return (
    <Card
      title={t('bots.short.title')}
      end={
        <Chip tone="warning" icon="warning">
          {t('bots.short.badge')}
        </Chip>
      }
    >
      <div className="card-body stack">
        <p>{t('bots.short.advice')}</p>
        {account === null ? null : <p className="muted small">{account}</p>}
        <h3 className="stat-label">
          {t('bots.short.reserved')}
          <TermTip term="reserved" label={t('bots.short.reserved')} />
        </h3>
        <dl className="margin-rows figures">
          {margin.reserved.map((row) => (
            <div key={row.bot_id}>
              <dt>
                <a href={`#bot-${row.bot_id}`}>{row.title}</a>
              </dt>
              <dd>{format.money(row.amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
};
