// The history in its states: the date range, the summary with the curve, the rows, and the details of a finished bot.
import type { BotFillWire, BotRoundWire, HistoryItem, HistoryList } from '@rondo/contract';
import { HistoryControls } from '../../features/history/history-controls.tsx';
import { HistoryDetail } from '../../features/history/history-detail.tsx';
import { rangeProblem } from '../../features/history/history-range.ts';
import { HistoryRows } from '../../features/history/history-rows.tsx';
import { HistorySummary } from '../../features/history/history-summary.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { fixedInstrument, fixedTime } from '../samples.ts';
import { Stateful, Opener, type Specimen } from '../specimen.tsx';
import { failing, Responding, type Responses } from '../world.tsx';

type End = { readonly reason: string; readonly profit: string; readonly day: number };

const item = (id: string, { reason, profit, day }: End): HistoryItem => ({
  id,
  account_id: 'account-1',
  title: `ETH long ${id}`,
  metadata: { name: `ETH long ${id}` },
  symbol: 'ETH-USDT-SWAP',
  direction: day % 2 === 0 ? 'LONG' : 'SHORT',
  leverage: 10,
  martin_steps: 4,
  cyclic_steps: 1,
  basic: { symbol: 'ETH-USDT-SWAP', direction: 'long', leverage: 10 },
  entry: { count: 4, risk_management: { step: 1 } },
  total_profit: profit,
  rounds: 7,
  cycles: 3,
  deepest_step: 3,
  end_reason: reason,
  simulated: true,
  created_at: '2026-02-01T09:00:00.000Z',
  ended_at: `2026-02-${String(day).padStart(2, '0')}T15:30:00.000Z`,
  updated_at: `2026-02-${String(day).padStart(2, '0')}T15:30:00.000Z`,
});

/** Finished bots whose ends have different reasons. */
export const fixedHistory: readonly HistoryItem[] = [
  item('six', { reason: 'last_round', profit: '64.1', day: 24 }),
  item('five', { reason: 'stop_loss', profit: '-52.4', day: 20 }),
  item('four', { reason: 'liquidated', profit: '-310.55', day: 16 }),
  item('three', { reason: 'stopped_left_open', profit: '18.2', day: 11 }),
  item('two', { reason: 'stopped_closed', profit: '120.93', day: 8 }),
  item('one', { reason: 'last_round', profit: '41.2', day: 4 }),
];

/** The rounds of a finished bot, the newest first. */
export const fixedRounds: readonly BotRoundWire[] = [
  {
    round: 2,
    opened_at: '2026-02-20T09:00:00.000Z',
    ended_at: '2026-02-24T15:30:00.000Z',
    net_pnl: '12.4',
    end_reason: 'take_profit',
    cycles: 3,
    deepest_step: 3,
  },
  {
    round: 1,
    opened_at: '2026-02-01T09:00:00.000Z',
    ended_at: '2026-02-20T08:59:00.000Z',
    net_pnl: '-51.2',
    end_reason: 'stop_loss',
    cycles: 0,
    deepest_step: 4,
  },
];

const entryFill: BotFillWire = {
  fill_id: 'fill-1',
  order_id: 'order-1',
  client_id: 'client1',
  round: 1,
  kind: 'entry',
  step: 1,
  side: 'buy',
  price: '2000',
  size: '31.25',
  fee: '3.125',
  liquidity: 'taker',
  at: Date.UTC(2026, 1, 24, 9),
};
const exitFill: BotFillWire = {
  ...entryFill,
  fill_id: 'fill-2',
  order_id: 'order-2',
  client_id: 'client2',
  kind: 'exit',
  step: null,
  side: 'sell',
  price: '2010',
  fee: '1.25',
  liquidity: 'maker',
  at: Date.UTC(2026, 1, 24, 15),
};

const fixedTotals: HistoryList['totals'] = {
  won: 3,
  lost: 2,
  kept: 1,
  rounds: 42,
  cycles: 18,
  worst: { title: 'ETH long four', total_profit: '-310.55' },
};

const listOf = (items: readonly HistoryItem[], profit: string): HistoryList => ({
  items: [...items],
  total: items.length,
  total_profit: profit,
  totals: fixedTotals,
  days: 28,
  from: '2026-02-01',
  to: '2026-02-28',
});

const range = (from: string, to: string) => (
  <Stateful initial={{ from, to }}>
    {(value, onChange) => (
      <HistoryControls range={value} problem={rangeProblem(value)} onChange={onChange}>
        <Button icon="download">CSV</Button>
      </HistoryControls>
    )}
  </Stateful>
);

const detail = (responses: Responses) => (
  <Responding responses={{ instruments: () => ({ items: [fixedInstrument], at: fixedTime }), ...responses }}>
    <Opener>
      {(isOpen, setOpen) => (
        <HistoryDetail item={isOpen ? (fixedHistory[0] ?? null) : null} onClose={() => setOpen(false)} />
      )}
    </Opener>
  </Responding>
);

export const historyCards: readonly Specimen[] = [
  {
    name: 'HistoryControls',
    isWide: true,
    states: {
      valid: range('2026-02-01', '2026-02-28'),
      reversed: range('2026-02-28', '2026-02-01'),
      missing: range('', '2026-02-28'),
    },
  },
  {
    name: 'HistorySummary',
    isWide: true,
    states: {
      'gains and losses': <HistorySummary list={listOf(fixedHistory, '-118.52')} />,
      gains: (
        <HistorySummary
          list={listOf(
            fixedHistory.filter(({ total_profit: profit }) => Number(profit) > 0),
            '244.43',
          )}
        />
      ),
      empty: <HistorySummary list={listOf([], '0')} />,
    },
  },
  {
    name: 'HistoryRows',
    isWide: true,
    states: { 'every end': <HistoryRows items={fixedHistory} onOpen={() => undefined} /> },
  },
  {
    name: 'HistoryDetail',
    states: {
      fills: detail({
        botRounds: () => ({ items: [...fixedRounds], total: fixedRounds.length }),
        botFills: () => ({
          items: [exitFill, entryFill],
          total: 2,
          total_fees: '4.375',
          realised_pnl: '312.5',
          is_complete: true,
        }),
      }),
      failed: detail({ botFills: failing(500), botRounds: failing(500) }),
    },
  },
];
