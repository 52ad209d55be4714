// The cards of the bots tab in their states: a bot, the margin, the stop commands of a bot and the review of a new bot.
import { useReducer } from 'react';
import type { BotWire, CandleWire, HoldWire, MarginResponse } from '@rondo/contract';
import { BotsTable } from '../../features/bots/bots-table.tsx';
import { BotCard } from '../../features/bots/card/bot-card.tsx';
import { RoundCard } from '../../features/bots/card/round-card.tsx';
import { MarginCard } from '../../features/bots/margin-card.tsx';
import { ShortMarginNotice } from '../../features/bots/short-margin-notice.tsx';
import { StopDialogs } from '../../features/bots/stop/stop-dialogs.tsx';
import { StopProgress } from '../../features/bots/stop/stop-progress.tsx';
import { idleStop, stepStop, type StopKind, type StopState } from '../../features/bots/stop/stop-command.ts';
import type { StopCommand } from '../../features/bots/stop/use-stop-command.ts';
import { Button } from '../../ui/basics/button.tsx';
import { ReviewSample } from '../review-sample.tsx';
import { fixedBot, fixedDetail, fixedInstrument, fixedMargin, fixedTime } from '../samples.ts';
import type { Specimen } from '../specimen.tsx';
import { Responding } from '../world.tsx';

/** Returns a candle of 15 minutes. The prices follow a wave around the bot's ladder. */
const candle = (index: number): CandleWire => {
  const open = 3_380 + 40 * Math.sin(index / 9);
  const close = 3_380 + 40 * Math.sin((index + 1) / 9);
  return {
    at: fixedTime - (120 - index) * 900_000,
    open: open.toFixed(2),
    high: (Math.max(open, close) + 6).toFixed(2),
    low: (Math.min(open, close) - 6).toFixed(2),
    close: close.toFixed(2),
    volume: '1',
  };
};
const candles = Array.from({ length: 120 }, (_, index) => candle(index + 1));

const bot = (change: Partial<BotWire> = {}) => (
  <Responding
    responses={{
      candles: () => ({ instId: fixedBot.symbol, bar: '15m', items: candles }),
      bot: () => ({ ...fixedDetail, ...change }),
    }}
  >
    <BotCard bot={{ ...fixedBot, ...change }} receivedAt={fixedTime} instrument={fixedInstrument} />
  </Responding>
);

const flat: Partial<BotWire> = {
  entry_price: null,
  position_size: '0',
  unrealised_pnl: '0',
  current_step: 0,
  filled_steps: [],
  take_profit_price: null,
  next_moves: [],
  liquidation_price: null,
};

const hold = (by: HoldWire['by'], reason: string): HoldWire => ({ by, level: 'entries', reason, until: null });

/** The hold of the loss guard has an end only while it waits after a stop loss. */
const guardHold = (reason: 'stop_loss' | 'stops'): HoldWire => ({
  by: 'guard',
  level: 'rounds',
  reason,
  until: reason === 'stops' ? null : new Date(fixedTime + 300_000).toISOString(),
});

const margin = (change: Partial<MarginResponse> | null, hasFailed = false) => (
  <MarginCard
    margin={change === null ? undefined : { ...fixedMargin, ...change }}
    bots={[fixedBot]}
    isLive={!hasFailed}
    hasFailed={hasFailed}
  />
);

/** A stop command that is never sent to the server. Its buttons only change the local state. */
const useFixedCommand = (initial: StopState): StopCommand => {
  const [state, dispatch] = useReducer(stepStop, initial);
  return {
    state,
    choose: (stop: StopKind) => dispatch({ kind: 'choose', stop }),
    cancel: () => dispatch({ kind: 'cancel' }),
    confirm: () => dispatch({ kind: 'send' }),
    retry: () => dispatch({ kind: 'retry' }),
    setLast: () => undefined,
  };
};

const StopSample = ({ stop }: { readonly stop: StopKind }) => {
  const command = useFixedCommand(idleStop);
  return (
    <>
      <Button onClick={() => command.choose(stop)}>Open</Button>
      <StopDialogs bot={fixedBot} markedAt={null} command={command} baseSize="0.737" instrument={fixedInstrument} />
    </>
  );
};

const ProgressSample = ({ state }: { readonly state: StopState }) => (
  <StopProgress bot={fixedBot} command={useFixedCommand(state)} />
);

export const botCards: readonly Specimen[] = [
  {
    name: 'BotCard',
    isWide: true,
    states: {
      running: bot(),
      'near liquidation': bot({ mark_price: '700' }),
      'last round': bot({ is_last: true }),
      stopping: bot({ phase: 'stopping' }),
      error: bot({ phase: 'error', end_reason: 'order_rejected' }),
      'entry missed': bot({ ...flat, phase: 'error', end_reason: 'entry_missed' }),
      'reduced by hand': bot({ phase: 'error', end_reason: 'reduced_externally' }),
      frozen: bot({ phase: 'error', end_reason: 'frozen', holds: [hold('freeze', 'frozen')] }),
      'held by its owner': bot({ phase: 'paused', holds: [hold('user', 'owner')] }),
      'held without approval': bot({ phase: 'paused', holds: [hold('grant', 'approval')] }),
      'waiting after a stop loss': bot({ ...flat, phase: 'waiting_after_stop', holds: [guardHold('stop_loss')] }),
      'locked by the loss guard': bot({ ...flat, phase: 'locked', holds: [guardHold('stops')] }),
      'trading suspended': bot({ trading: { state: 'halted', ends_at: null } }),
      'end of trading announced': bot({ trading: { state: 'live', ends_at: '2026-03-09T08:00:00.000Z' } }),
      'trading ended': bot({ trading: { state: 'expired', ends_at: null } }),
      'entries wait for a price': bot({ entry_wait: 'price' }),
      'entries wait for margin': bot({ entry_wait: 'margin' }),
      'with dust': bot({ dust_size: '0.07' }),
      'with a step cancelled at the exchange': bot({ filled_steps: [1, 3], skipped_steps: [2] }),
      'without a position': bot(flat),
    },
  },
  {
    name: 'BotsTable',
    isWide: true,
    states: { three: <BotsTable bots={[fixedBot, { ...fixedBot, id: 'bot-2', direction: 'SHORT' }]} /> },
  },
  { name: 'RoundCard', states: { running: <RoundCard bot={fixedBot} instrument={fixedInstrument} /> } },
  {
    name: 'MarginCard',
    states: {
      live: margin({}),
      loading: margin(null),
      failed: margin(null, true),
      negative: margin({ available: '-12.5' }),
    },
  },
  { name: 'ShortMarginNotice', states: { short: <ShortMarginNotice margin={fixedMargin} /> } },
  { name: 'StopDialogs', states: { close: <StopSample stop="close" />, keep: <StopSample stop="keep" /> } },
  {
    name: 'StopProgress',
    states: {
      sending: <ProgressSample state={{ kind: 'sending', stop: 'close' }} />,
      slow: <ProgressSample state={{ kind: 'slow', stop: 'close', at: fixedTime }} />,
      failed: <ProgressSample state={{ kind: 'failed', stop: 'close', reason: 'No connection.' }} />,
    },
  },
  {
    name: 'ReviewDialog',
    states: {
      ready: <ReviewSample />,
      'first bot': <ReviewSample isFirstBot />,
      blocked: <ReviewSample blocked="No price of ETH-USDT-SWAP." />,
    },
  },
];
