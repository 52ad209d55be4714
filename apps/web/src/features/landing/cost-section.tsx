// The price section: cost, source of income, conflict of interest, and the number of remaining places.
import { useT } from '../../i18n/i18n-context.tsx';
import type { Parsed } from '../../lib/parsers.ts';
import { parsePlan, usePublic } from './public-responses.ts';

type Plan = Parsed<typeof parsePlan>;
const mostTicks = 200;

const Places = ({ plan }: { readonly plan: Plan }) => {
  const t = useT();
  const { remaining_slots: left, total_slots: total } = plan;
  if (left === 0) return <p>{t('landing.cost.full')}</p>;
  return (
    <div className="landing-places">
      <p>{t('landing.cost.places', { left, total })}</p>
      {total > mostTicks ? null : (
        <div className="landing-ticks" aria-hidden="true">
          {Array.from({ length: total }, (_, index) => (
            <i key={index} data-free={index >= total - left} />
          ))}
        </div>
      )}
    </div>
  );
};

export const CostSection = () => {
  const t = useT();
  const { loaded } = usePublic('plan', parsePlan);
  const plan = loaded.kind === 'loaded' ? loaded.value : null;
  return (
    <section className="page landing-section landing-split" aria-labelledby="cost">
      <h2 id="cost">{t('landing.cost')}</h2>
      <div>
        <p className="landing-statement">{t('landing.cost.text')}</p>
        <dl className="landing-cells">
          <div>
            <dt>{`${plan === null ? '0' : plan.price}\u00a0USDT`}</dt>
            <dd>{t('landing.cost.fee')}</dd>
          </div>
          <div>
            <dt>{t('landing.cost.exchange')}</dt>
            <dd>{t('landing.cost.exchangeText')}</dd>
          </div>
          <div>
            <dt>{t('landing.cost.share')}</dt>
            <dd>{t('landing.cost.shareText')}</dd>
          </div>
        </dl>
        <p className="muted">{t('landing.cost.conflict')}</p>
        {plan?.is_shown === true ? <Places plan={plan} /> : null}
      </div>
    </section>
  );
};
