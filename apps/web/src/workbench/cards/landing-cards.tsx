// Sections of the landing page in their states: the replayed rounds, the leaderboard, published bots and the price.
import type { ReactNode } from 'react';
import { CostSection } from '../../features/landing/cost-section.tsx';
import { FilmSection } from '../../features/landing/film-section.tsx';
import { HowItWorks, NeverAsk, Questions, RiskStrip, WhereItEnds } from '../../features/landing/landing-sections.tsx';
import { LeaderboardSection } from '../../features/landing/leaderboard-section.tsx';
import { FetchContext } from '../../features/landing/public-responses.ts';
import type { Replays } from '../../features/landing/replay-response.ts';
import { HeroReplay, WrongReplay } from '../../features/landing/replay-sections.tsx';
import { TestimonialsSection } from '../../features/landing/testimonials-section.tsx';
import { fixedTime } from '../samples.ts';
import type { Specimen } from '../specimen.tsx';
import '../../features/landing/landing.css';

const hourMs = 3_600_000;
const at = (hour: number): number => fixedTime + hour * hourMs;
const priced = (prices: readonly number[]) =>
  prices.map((price, index) => ({ at: at(index * 6), price: price.toFixed(2) }));

type Round = NonNullable<Replays['finished']>;

/** A round in which two steps fill and which ends at its exit. */
const gain: Round = {
  symbol: 'ETH-USDT-SWAP',
  end: 'exit',
  net: '12.40',
  lowest: '-18.20',
  fees: '3.10',
  cycles: 0,
  nearest: 38.5,
  bracket: { better: '13.05', worse: '11.90' },
  from: at(0),
  to: at(24),
  levels: [
    { step: 1, price: '2000.00', cyclic: false },
    { step: 2, price: '1960.00', cyclic: false },
    { step: 3, price: '1920.00', cyclic: true },
  ],
  prices: priced([2000, 1978, 1955, 1970, 1992]),
  fills: [
    { at: at(0), price: '2000.00', kind: 'entry', step: 1, net: null },
    { at: at(11), price: '1960.00', kind: 'entry', step: 2, net: null },
    { at: at(24), price: '1990.00', kind: 'exit', step: 0, net: '12.40' },
  ],
  exits: [
    { at: at(0), price: '2010.00' },
    { at: at(11), price: '1990.00' },
  ],
  liquidations: [
    { at: at(0), price: '900.00' },
    { at: at(11), price: '1150.00' },
  ],
};

/** A round with the settings of the round above, in a falling market. It ends with a liquidation. */
const loss: Round = {
  ...gain,
  end: 'liquidation',
  net: '-1980.00',
  lowest: '-1980.00',
  nearest: 0,
  bracket: { better: '-1975.00', worse: '-1985.00' },
  prices: priced([2000, 1900, 1700, 1400, 1150]),
  fills: [
    ...gain.fills.filter(({ kind }) => kind === 'entry'),
    { at: at(24), price: '1150.00', kind: 'liquidation', step: 0, net: '-1980.00' },
  ],
};

const replays: Replays = {
  settings: { budget: '2000', leverage: 10, martin_steps: 3, cycle_steps: 1, defense_percent: 4, take_profit: 0.5 },
  days: 90,
  finished: { ...gain },
  fall: { ...loss },
  fall_percent: -42.5,
};

/** A leaderboard of eight accounts. */
export const fixedBoard = {
  items: [
    {
      initials: 'M. K.',
      total_profit_30d: '412.50',
      active_days_30d: 30,
      active_bots: [{ symbol: 'ETH-USDT-SWAP', round: 7 }],
      created_symbols: ['ETH-USDT-SWAP', 'BTC-USDT-SWAP'],
      simulated: true,
    },
    {
      initials: 'J. L.',
      total_profit_30d: '88.10',
      active_days_30d: 12,
      active_bots: [],
      created_symbols: ['SOL-USDT-SWAP'],
      simulated: false,
    },
  ],
  results: ['-310.55', '-52.40', '-8.00', '3.20', '18.20', '41.20', '88.10', '412.50'],
  denominators: { accounts: 8, lost: 3, median_profit_30d: '10.70' },
  updated_at: fixedTime,
};

const testimonial = {
  user_name: 'M. K.',
  symbol: 'ETH-USDT-SWAP',
  direction: 'LONG',
  duration_days: 30,
  martin_steps: 4,
  cycle_steps: 1,
  step_distance: 1.33,
  take_profit: 0.5,
  take_profit_count: 21,
  net_profit: '212.30',
  simulated: true,
};

const plan = { is_shown: true, price: '0', currency: 'USDT', total_slots: 60, remaining_slots: 12 };

/** Renders a section. The response to its request is `body`. When `body` is null, the request never ends. */
const responding = (body: object | null, section: ReactNode) => (
  <FetchContext
    value={() => (body === null ? new Promise(() => undefined) : Promise.resolve(new Response(JSON.stringify(body))))}
  >
    {section}
  </FetchContext>
);

const failed = (section: ReactNode) => (
  <FetchContext value={() => Promise.reject(new Error('no connection'))}>{section}</FetchContext>
);

export const landingCards: readonly Specimen[] = [
  { name: 'RiskStrip', isWide: true, states: { plain: <RiskStrip /> } },
  { name: 'HeroReplay', isWide: true, states: { gain: <HeroReplay replays={replays} round={gain} /> } },
  { name: 'WrongReplay', isWide: true, states: { loss: <WrongReplay replays={replays} round={loss} /> } },
  { name: 'HowItWorks', isWide: true, states: { plain: <HowItWorks /> } },
  { name: 'FilmSection', isWide: true, states: { plain: <FilmSection /> } },
  { name: 'WhereItEnds', isWide: true, states: { plain: <WhereItEnds /> } },
  {
    name: 'LeaderboardSection',
    isWide: true,
    states: {
      accounts: responding(fixedBoard, <LeaderboardSection />),
      'no running bots': responding(
        { ...fixedBoard, items: fixedBoard.items.map((item) => ({ ...item, active_bots: [] })) },
        <LeaderboardSection />,
      ),
      empty: responding(
        { ...fixedBoard, items: [], results: [], denominators: { accounts: 0, lost: 0, median_profit_30d: '0' } },
        <LeaderboardSection />,
      ),
      loading: responding(null, <LeaderboardSection />),
      failed: failed(<LeaderboardSection />),
    },
  },
  {
    name: 'TestimonialsSection',
    isWide: true,
    states: {
      one: responding({ items: [testimonial] }, <TestimonialsSection />),
      many: responding(
        {
          items: Array.from({ length: 6 }, (_, index) => ({ ...testimonial, user_name: `Member ${index + 1}` })),
        },
        <TestimonialsSection />,
      ),
    },
  },
  {
    name: 'CostSection',
    isWide: true,
    states: {
      'with places': responding(plan, <CostSection />),
      full: responding({ ...plan, remaining_slots: 0 }, <CostSection />),
      'without places': responding({ ...plan, is_shown: false }, <CostSection />),
    },
  },
  { name: 'NeverAsk', isWide: true, states: { plain: <NeverAsk /> } },
  { name: 'Questions', isWide: true, states: { plain: <Questions /> } },
];
