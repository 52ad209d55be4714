// The margin card: the available margin, the margin that each bot has reserved, and the total.
import type { BotWire, MarginResponse } from '@rondo/contract';
import {
  add,
  compareDecimals,
  decimal,
  formatDecimal,
  isZero,
  maxDecimal,
  multiply,
  negate,
  zero,
} from '@rondo/decimal';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { StairGlyph } from '../../ui/figures/stair-glyph.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { shareOf } from './card/bot-figures.ts';

export type MarginCardProps = {
  readonly margin: MarginResponse | undefined;
  /** The label of the account when the person has several accounts. */
  readonly account?: string | null;
  readonly bots: readonly Pick<BotWire, 'id' | 'martin_steps' | 'cyclic_steps' | 'current_step' | 'filled_steps'>[];
  /** Null when the margin is simulated. It is then not updated. */
  readonly isLive: boolean | null;
  readonly hasFailed: boolean;
};

const LiveMark = ({ isLive }: Pick<MarginCardProps, 'isLive'>) => {
  const t = useT();
  if (isLive === null) return <Chip tone="warning">{t('common.simulated')}</Chip>;
  return (
    <span className="row small muted">
      <Icon name={isLive ? 'pulse' : 'refresh'} className={isLive ? 'ok' : ''} />
      {t(isLive ? 'bots.margin.live' : 'bots.margin.polled')}
    </span>
  );
};

const MarginRows = ({ margin, bots }: Pick<MarginCardProps, 'bots'> & { readonly margin: MarginResponse }) => {
  const t = useT();
  const format = useFormat();
  return (
    <dl className="margin-rows figures">
      {margin.reserved.map((row) => {
        const bot = bots.find((other) => other.id === row.bot_id);
        return (
          <div key={row.bot_id}>
            <dt>
              <StairGlyph
                steps={bot?.martin_steps ?? 4}
                cyclicSteps={bot?.cyclic_steps ?? 1}
                filled={bot?.filled_steps ?? bot?.current_step ?? 0}
                width={28}
                height={16}
              />
              {row.title}
            </dt>
            <dd>{format.money(row.amount)}</dd>
          </div>
        );
      })}
      {isZero(decimal(margin.covered_loss)) ? null : (
        <div>
          <dt>
            {t('bots.margin.coveredLoss')}
            <TermTip term="coveredLoss" label={t('bots.margin.coveredLoss')} />
          </dt>
          <dd>{format.money(formatDecimal(negate(decimal(margin.covered_loss))))}</dd>
        </div>
      )}
      <div>
        <dt>
          <span className="free-mark" aria-hidden="true" />
          {t('bots.margin.free')}
          <TermTip term="available" label={t('bots.margin.free')} />
        </dt>
        <dd>{format.money(margin.available)}</dd>
      </div>
      <div className="margin-total">
        <dt className="muted">
          {t('bots.margin.total')}
          <TermTip term="totalBalance" label={t('bots.margin.total')} />
        </dt>
        <dd>{format.money(margin.total)}</dd>
      </div>
    </dl>
  );
};

/** Decision 41: the available margin may be below zero by this share of the reserved margin, at least by 1 USDT, before the card warns. */
const toleratedShare = decimal('0.01');

/** Returns true when so little margin is available that the positions may be liquidated earlier than the cards show. */
const isWarned = ({ available, reserved_total: reserved }: MarginResponse): boolean => {
  const tolerated = maxDecimal(multiply(decimal(reserved), toleratedShare), decimal('1'));
  return compareDecimals(add(decimal(available), tolerated), zero) < 0;
};

export const MarginCard = ({ margin, account = null, bots, isLive, hasFailed }: MarginCardProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <Card title={t('bots.margin')} end={<LiveMark isLive={isLive} />}>
      <div className="card-body stack">
        {account === null ? null : <p className="muted small">{account}</p>}
        {margin === undefined ? (
          <p className="muted">{t(hasFailed ? 'bots.margin.unavailable' : 'common.loading')}</p>
        ) : null}
        {margin === undefined ? null : (
          <>
            <StatList>
              <Stat label={t('bots.margin.available')} term="available" size="second" unit="USDT">
                <span className={isWarned(margin) ? 'danger' : undefined}>{format.money(margin.available)}</span>
              </Stat>
            </StatList>
            <div
              className="margin-bar"
              role="img"
              aria-label={t('bots.margin.barLabel', {
                reserved: format.money(margin.reserved_total),
                total: format.money(margin.total),
              })}
            >
              {margin.reserved.map((row) => (
                <span key={row.bot_id} style={{ width: `${shareOf(row.amount, margin.total) * 100}%` }} />
              ))}
            </div>
            <MarginRows margin={margin} bots={bots} />
            {isWarned(margin) ? (
              <Banner tone="danger" role="alert">
                {t('bots.margin.negative', { amount: format.money(margin.available) })}
              </Banner>
            ) : null}
          </>
        )}
      </div>
    </Card>
  );
};
