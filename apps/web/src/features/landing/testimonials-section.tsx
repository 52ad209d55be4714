// A row of bots whose owners agreed to the publication. The section is hidden when no bot is published.
import { useT } from '../../i18n/i18n-context.tsx';
import type { Parsed } from '../../lib/parsers.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { IconButton } from '../../ui/basics/button.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { parseTestimonials, usePublic } from './public-responses.ts';
import { useRowScroll } from './use-row-scroll.ts';

type Proof = Parsed<typeof parseTestimonials>['items'][number];

const ProofCard = ({ proof }: { readonly proof: Proof }) => {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <div className="between">
        <strong>{proof.user_name}</strong>
        {proof.simulated ? <span className="simulated">{t('common.simulated')}</span> : null}
      </div>
      <p>
        {format.list([
          proof.symbol,
          t(proof.direction === 'LONG' ? 'common.long' : 'common.short'),
          t('landing.proofs.days', { count: proof.duration_days }),
        ])}
      </p>
      <p className="muted">
        {t('landing.proofs.settings', {
          steps: proof.martin_steps,
          cyclic: proof.cycle_steps,
          distance: format.percent(proof.step_distance),
          profit: format.percent(proof.take_profit),
        })}
      </p>
      <p>
        <SignedFigure text={format.signedMoney(proof.net_profit)} unit="USDT" />{' '}
        <span className="muted">{t('landing.proofs.count', { count: proof.take_profit_count })}</span>
      </p>
    </>
  );
};

/** The row of published bots with scroll buttons. It does not scroll automatically (specification 9). */
const Proofs = ({ items }: { readonly items: readonly Proof[] }) => {
  const t = useT();
  const { list, row, show } = useRowScroll();
  return (
    <section className="page landing-section" aria-labelledby="proofs">
      <div className="between landing-proofs-head">
        <h2 id="proofs">{t('landing.proofs')}</h2>
        {row.isWhole ? null : (
          <span className="row">
            <IconButton
              icon="left"
              label={t('landing.proofs.previous')}
              disabled={row.at === 0}
              onClick={() => show(row.at - 1)}
            />
            <span role="status">{t('landing.proofs.of', { at: row.at + 1, count: items.length })}</span>
            <IconButton
              icon="right"
              label={t('landing.proofs.next')}
              disabled={row.isAtEnd}
              onClick={() => show(row.at + 1)}
            />
          </span>
        )}
      </div>
      {/* The row can have the focus, so that a user can scroll the row with the keyboard. */}
      <ul ref={list} className="landing-proofs" tabIndex={0} aria-labelledby="proofs">
        {items.map((proof, index) => (
          // The list is fetched once and its order does not change, so the index can be the React key.
          <li key={`${proof.user_name} ${index}`} className="card card-pad">
            <ProofCard proof={proof} />
          </li>
        ))}
      </ul>
      <p className="muted">{t('landing.proofs.note')}</p>
    </section>
  );
};

export const TestimonialsSection = () => {
  const { loaded } = usePublic('testimonials', parseTestimonials);
  if (loaded.kind !== 'loaded' || loaded.value.items.length === 0) return null;
  return <Proofs items={loaded.value.items} />;
};
