// The open positions of an account that no bot manages, each as a card with its figures and with what the owner can do.
import type { ExchangeAccountWire, ForeignPositionWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Icon } from '../../../ui/basics/icon.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { Chip } from '../../../ui/figures/chip.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { PositionName, usePositionFacts } from './position-facts.tsx';

export type ForeignPositionsProps = {
  readonly positions: readonly ForeignPositionWire[];
  readonly instruments: readonly InstrumentWire[];
  /** The label of the account, or null when the person has only one account. */
  readonly account: string | null;
  readonly owner: ExchangeAccountWire | undefined;
};

/** The hosts of the web pages of OKX, by the site of the account. */
const hosts: Readonly<Record<string, string>> = { global: 'www', eea: 'my', us: 'app', tr: 'tr' };

/** Returns the page of the pair at OKX, on which the owner can close the position. A demo account and the practice exchange have no such page. */
const pageOf = (owner: ExchangeAccountWire | undefined, symbol: string): string | null => {
  const host = owner?.environment === 'live' ? hosts[owner.domain] : undefined;
  return host === undefined ? null : `https://${host}.okx.com/trade-swap/${symbol.toLowerCase()}`;
};

type PositionCardProps = Pick<ForeignPositionsProps, 'account' | 'owner'> & {
  readonly position: ForeignPositionWire;
  readonly instrument: InstrumentWire | undefined;
};

const PositionCard = ({ position, instrument, account, owner }: PositionCardProps) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  const { size, pnl, liquidation } = usePositionFacts()(position, instrument);
  const place = pageOf(owner, position.symbol);
  return (
    <Card
      title={t('bots.foreign.title')}
      end={
        <Chip tone="warning" icon="warning">
          {t('bots.foreign.badge')}
        </Chip>
      }
    >
      <div className="card-body stack">
        <PositionName position={position} />
        {account === null ? null : <p className="muted small">{account}</p>}
        <Pairs
          pairs={[
            size,
            pnl,
            { label: t('bots.average'), term: 'positionEntry', value: format.price(position.entry_price, tick) },
            { label: t('bots.dialog.mark'), term: 'markPrice', value: format.price(position.mark_price, tick) },
            liquidation,
            {
              label: t('bots.marginInUse'),
              term: 'positionMargin',
              value: `${format.money(position.margin)}\u00a0USDT`,
            },
          ]}
        />
        <p className="muted small">{t(position.beside === null ? 'bots.foreign.text' : 'bots.foreign.besideText')}</p>
        {place === null ? null : (
          <a href={place} target="_blank" rel="noopener">
            {t('bots.foreign.open')} <Icon name="external" />
          </a>
        )}
      </div>
    </Card>
  );
};

export const ForeignPositions = ({ positions, instruments, account, owner }: ForeignPositionsProps) => (
  <>
    {positions.map((position) => (
      <PositionCard
        key={`${position.symbol} ${position.side}`}
        position={position}
        instrument={instruments.find((each) => each.instId === position.symbol)}
        account={account}
        owner={owner}
      />
    ))}
  </>
);
