// Every primitive of `ui` in every state, in the order of its folders.
import { Banner } from '../ui/basics/banner.tsx';
import { Button, IconButton } from '../ui/basics/button.tsx';
import { Card } from '../ui/basics/card.tsx';
import { Icon } from '../ui/basics/icon.tsx';
import { Logo, OpenRing } from '../ui/basics/logo.tsx';
import { PageHeading } from '../ui/basics/page-heading.tsx';
import { Chip, type ChipTone } from '../ui/figures/chip.tsx';
import { Freshness } from '../ui/figures/freshness.tsx';
import { LongTable } from '../ui/figures/long-table.tsx';
import { SignedFigure } from '../ui/figures/signed-figure.tsx';
import { Skeleton } from '../ui/figures/skeleton.tsx';
import { StairGlyph } from '../ui/figures/stair-glyph.tsx';
import { Pairs, Stat, StatList } from '../ui/figures/stat.tsx';
import { Table, type Column } from '../ui/figures/table.tsx';
import type { Specimen } from './specimen.tsx';

const basics: readonly Specimen[] = [
  {
    name: 'Banner',
    states: {
      neutral: <Banner>Settings are saved.</Banner>,
      warning: (
        <Banner tone="warning" title="Low margin" action={<Button size="small">Details</Button>}>
          New steps wait.
        </Banner>
      ),
      danger: (
        <Banner tone="danger" role="alert">
          The key was refused.
        </Banner>
      ),
    },
  },
  {
    name: 'Button',
    states: {
      primary: <Button variant="primary">Start</Button>,
      secondary: <Button>Back</Button>,
      ghost: <Button variant="ghost">Hide</Button>,
      danger: <Button variant="danger">Close position</Button>,
      small: <Button size="small">Test</Button>,
      large: <Button size="large">Review</Button>,
      icons: (
        <Button icon="stop" iconAfter="down">
          Stop
        </Button>
      ),
      wide: <Button wide>Log in</Button>,
      busy: <Button busy>Sending</Button>,
      disabled: <Button disabled>Review</Button>,
    },
  },
  { name: 'IconButton', states: { plain: <IconButton icon="close" label="Close" /> } },
  {
    name: 'Card',
    states: {
      titled: (
        <Card title="Margin" end={<Chip>Live</Chip>}>
          <p className="card-body">Content</p>
        </Card>
      ),
      untitled: (
        <Card>
          <p className="card-pad">Content</p>
        </Card>
      ),
    },
  },
  {
    name: 'Icon',
    states: { check: <Icon name="check" />, warning: <Icon name="warning" />, info: <Icon name="info" /> },
  },
  { name: 'Logo', states: { mark: <Logo />, 'open ring': <OpenRing /> } },
  { name: 'PageHeading', states: { shown: <PageHeading text="Bots" />, hidden: <PageHeading text="Bots" isHidden /> } },
];

const tones: readonly ChipTone[] = ['neutral', 'accent', 'up', 'down', 'danger', 'warning', 'ok'];
const rows = [
  { pair: 'ETH-USDT-SWAP', profit: '+41.20' },
  { pair: 'BTC-USDT-SWAP', profit: '\u22123.10' },
];

const columns: readonly Column<(typeof rows)[number]>[] = [
  { key: 'pair', head: 'Pair', isName: true, cell: (row) => row.pair },
  { key: 'profit', head: 'Profit', align: 'end', cell: (row) => row.profit },
];

const figures: readonly Specimen[] = [
  {
    name: 'Chip',
    states: Object.fromEntries(
      tones.map((tone) => [
        tone,
        <Chip key={tone} tone={tone} icon="dot">
          {tone}
        </Chip>,
      ]),
    ),
  },
  {
    name: 'Freshness',
    states: {
      fresh: (
        <Freshness updatedAt={Number.MAX_SAFE_INTEGER} maxAgeMs={1}>
          <p>1,234.00</p>
        </Freshness>
      ),
      stale: (
        <Freshness updatedAt={1} maxAgeMs={1}>
          <p>1,234.00</p>
        </Freshness>
      ),
    },
  },
  {
    name: 'SignedFigure',
    states: {
      gain: <SignedFigure text="+41.20" unit="USDT" />,
      loss: <SignedFigure text={'\u221213.59'} unit="USDT" />,
      zero: <SignedFigure text="0.00" unit="USDT" />,
      unknown: <SignedFigure text={'\u2013'} />,
    },
  },
  { name: 'Skeleton', states: { loading: <Skeleton height={48} /> } },
  {
    name: 'StairGlyph',
    states: {
      long: <StairGlyph steps={4} cyclicSteps={1} filled={2} />,
      short: <StairGlyph steps={6} cyclicSteps={2} filled={[1, 3]} isShort />,
    },
  },
  {
    name: 'Stat',
    states: Object.fromEntries(
      (['small', 'second', 'lead'] as const).map((size) => [
        size,
        <StatList key={size}>
          <Stat label="Profit" size={size} unit="USDT" note="net">
            41.20
          </Stat>
        </StatList>,
      ]),
    ),
  },
  {
    name: 'Pairs',
    states: {
      plain: <Pairs pairs={[{ label: 'Round', value: '3' }]} />,
      framed: <Pairs framed pairs={[{ label: 'Size', value: '0.737 ETH' }]} />,
    },
  },
  {
    name: 'Table',
    isWide: true,
    states: {
      rows: <Table caption="Bots" columns={columns} rows={rows} rowKey={(row) => row.pair} />,
    },
  },
  {
    name: 'LongTable',
    isWide: true,
    states: {
      'more rows': (
        <LongTable caption="More bots" columns={columns} rows={rows} rowsPerClick={1} rowKey={(row) => row.pair} />
      ),
    },
  },
];

export const primitives: readonly Specimen[] = [...basics, ...figures];
