// The bar at the bottom of the form: position, margin, liquidation, gain and worst case, and the start button. The gain and the worst case have the same font size.
// A phone has room for one range of the gain, which is the one after fees.
import { useI18n } from '../../i18n/i18n-context.tsx';
import type { Translate } from '../../i18n/translate.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { blockerText } from './plan/blocker-text.ts';
import type { CreateFigures } from './plan/create-figures.ts';
import type { Blocker } from './plan/create-preview.ts';
import { percentFrom } from './picture/preview-chart.ts';

type CreateDockProps = {
  readonly figures: CreateFigures | null;
  readonly steps: number;
  readonly baseCurrency: string;
  readonly tickSz: string;
  readonly lastPrice: string | null;
  readonly blockers: readonly Blocker[];
  readonly onReview: () => void;
  /** Called instead of `onReview` when the name is empty. */
  readonly onNameMissing: () => void;
};

export const CreateDock = (props: CreateDockProps) => {
  const { t } = useI18n();
  const first = props.blockers[0];
  // Specification 5: a missing name does not disable the button. The button then moves the focus to the field of the name.
  const isNameMissing =
    first?.kind === 'problem' && first.problem.field === 'name' && first.problem.kind === 'required';
  return (
    <section className="create-dock" aria-label={t('create.dock.label')}>
      <dl className="dock-figures">
        <PositionFacts {...props} />
        <GainAndLoss figures={props.figures} />
      </dl>
      <div className="dock-action">
        <Button
          variant="primary"
          size="large"
          disabled={first !== undefined && !isNameMissing}
          aria-describedby={first === undefined ? undefined : 'create-blocked'}
          onClick={isNameMissing ? props.onNameMissing : props.onReview}
        >
          {t('create.review')}
        </Button>
      </div>
      {first === undefined ? null : (
        <p id="create-blocked" className="dock-reason" role="status">
          <Icon name="info" />
          {blockerText(first, t)}
        </p>
      )}
    </section>
  );
};

type DockLabelProps = { readonly wide: string; readonly narrow?: string; readonly term: Term };

/** The label of a figure. A phone shows the short label, so that the bar has two lines. */
const DockLabel = ({ wide, narrow = wide, term }: DockLabelProps) => (
  <dt>
    <span className="wide-only">{wide}</span>
    <span className="narrow-only">{narrow}</span>
    <TermTip term={term} label={wide} />
  </dt>
);

const PositionFacts = ({ figures, steps, baseCurrency, tickSz, lastPrice }: CreateDockProps) => {
  const { t } = useI18n();
  const format = useFormat();
  const liquidation = figures?.all.liquidation ?? null;
  const distance =
    liquidation === null || lastPrice === null ? null : percentFrom(Number(liquidation), Number(lastPrice));
  const liquidationText = liquidation === null ? t('common.none') : format.price(liquidation, tickSz);
  return (
    <>
      <div className="dock-fact">
        <DockLabel wide={t('create.dock.position')} term="positionUsdt" />
        <dd>
          {format.money(figures?.all.notional ?? null)} <span className="unit">USDT</span>
        </dd>
        <dd className="dock-note">{figures === null ? '' : `${format.size(figures.size, 6)}\u00a0${baseCurrency}`}</dd>
      </div>
      <div className="dock-fact dock-margin">
        <DockLabel wide={t('create.dock.margin')} narrow={t('create.dock.marginShort')} term="marginInUse" />
        <dd>
          <span className="wide-only">{`${format.money('0')} → `}</span>
          {format.money(figures?.all.margin ?? null)}
        </dd>
        <dd className="dock-note">{t('create.dock.marginNote', { count: steps })}</dd>
      </div>
      <div className="dock-fact dock-liquidation">
        <DockLabel wide={t('create.dock.liquidation')} narrow={t('create.dock.liquidationShort')} term="liquidation" />
        <dd>
          <span className={distance === null ? undefined : 'wide-only'}>
            {figures === null ? format.money(null) : liquidationText}
          </span>
          {distance === null ? null : <span className="narrow-only">{format.signedPercent(distance)}</span>}
        </dd>
        <dd className="dock-note">
          {distance === null ? '' : t('create.dock.fromNow', { distance: format.signedPercent(distance) })}
        </dd>
      </div>
    </>
  );
};

const GainAndLoss = ({ figures }: Pick<CreateDockProps, 'figures'>) => {
  const { t } = useI18n();
  const format = useFormat();
  const unknown = format.money(null);
  const endsOf = (name: 'gain' | 'net') => ({
    low: format.signedMoney(figures?.first[name] ?? null),
    high: format.signedMoney(figures?.base[name] ?? null),
  });
  const [gross, net] = [endsOf('gain'), endsOf('net')];
  return (
    <>
      <div className="dock-lead dock-gain">
        <DockLabel wide={t('create.dock.expected')} narrow={t('create.dock.expectedShort')} term="expected" />
        <dd className="up">
          <span className="wide-only">{figures === null ? unknown : t('create.dock.range', gross)}</span>
          <span className={figures?.first.net.startsWith('-') === true ? 'narrow-only down' : 'narrow-only'}>
            {figures === null ? unknown : `${net.low} – ${net.high}`}
          </span>{' '}
          <span className="unit">USDT</span>
        </dd>
        <dd className="dock-note">
          {figures === null ? '' : t('create.dock.net', { net: t('create.dock.range', net) })}
        </dd>
      </div>
      <div className="dock-lead dock-worst">
        <DockLabel wide={t('create.dock.worst')} narrow={t('create.dock.worstShort')} term="worst" />
        <dd className="danger-text">
          {figures === null ? unknown : format.signedMoney(`-${figures.worstCase}`)} <span className="unit">USDT</span>
        </dd>
        <dd className="dock-note">{figures === null ? '' : repaidText(figures, t)}</dd>
      </div>
    </>
  );
};

function repaidText(figures: CreateFigures, t: Translate): string {
  return figures.winsToRepay === null
    ? t('create.dock.neverRepaid')
    : t('create.dock.wins', { count: Number(figures.winsToRepay) });
}
