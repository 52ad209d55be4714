// The bot of the demo after the last price of the replay, in the form of the API, so that the card of a running bot can show it.
import type { LastRound } from '@rondo/backtest';
import type { BotPhase, BotWire, ExitStepWire } from '@rondo/contract';
import { configurationOf, pricesOf, resultsOf, toExitSteps, toPlanResponse } from '@rondo/contract/state';
import { formatDecimal, priceOf, sizeOf, zero } from '@rondo/decimal';
import {
  averageEntry,
  coveredLoss,
  currentStep,
  filledSteps,
  openSize,
  phaseOf,
  previewLadder,
  unrealised,
  type BotConfig,
} from '@rondo/strategy';
import type { RoundFill } from '../bots/card/round-fill.ts';
import { demoId } from './demo-id.ts';

/** A simulated bot without its name, the loss of its open round that its reservation covers in USDT, the fills of its round, and the steps of its base exit in the round. */
export type DemoBot = {
  readonly bot: Omit<BotWire, 'title' | 'metadata'>;
  readonly coveredLoss: string;
  readonly fills: readonly RoundFill[];
  readonly exitSteps: readonly ExitStepWire[];
};

/** The kinds of the orders in the form of the API. */
const fillKinds = {
  entry: 'entry',
  cycle: 'takeProfit',
  exit: 'baseExit',
  stop: 'stopLoss',
  liquidation: 'liquidation',
  close: 'close',
} as const;

/**
 * Returns the bot of the last round. After an exit the bot waits for the next round, which opens with the next candle. After a stop loss the simulation ends, so
 * the bot waits then, too.
 */
export function demoBotOf(config: BotConfig, last: LastRound): DemoBot {
  const { state, price, plan } = last;
  const { instrument } = config;
  const phase = phaseAfter(config, last);
  const isBetweenRounds = last.end === 'exit';
  const round = isBetweenRounds ? last.rounds + 1 : last.rounds;
  const average = averageEntry(state);
  const isOver = phase === 'liquidated' || phase === 'completed';
  return {
    bot: {
      ...configurationOf(config, { ...ladderOf(config, last), entryType: 'market', roundDistance: null }),
      id: demoId,
      account_id: demoId,
      created_at: isoTime(last.from),
      status: isOver ? 'completed' : 'active',
      phase,
      holds: [],
      is_last: !config.autoReentry,
      round,
      cycles: last.cycles,
      current_step: currentStep(state),
      filled_steps: [...filledSteps(state)],
      skipped_steps: [],
      ...pricesOf(state, () => false),
      mark_price: formatDecimal(priceOf(price, instrument.tickSz)),
      ...resultsOf(formatDecimal(last.realised), unrealised(state, price), config.allocation),
      reserved_margin: isOver ? '0' : formatDecimal(plan.budget),
      entry_price: average === null ? null : formatDecimal(average),
      position_size: formatDecimal(sizeOf(openSize(state), instrument.lotSz)),
      dust_size: '0',
      trading: null,
      entry_wait: null,
      end_reason: null,
      updated_at: isoTime(last.to),
      ended_at: isOver ? isoTime(last.to) : null,
      simulated: true,
      logs: [],
    },
    coveredLoss: formatDecimal(isOver ? zero : coveredLoss(state, price)),
    fills: isBetweenRounds ? [] : fillsOf(last, round),
    exitSteps: isBetweenRounds ? [] : toExitSteps(last.exits, config),
  };
}

/** Returns the phase of the bot. The simulated bot of a round opens no other round, so only an open round has the phase of its state. */
function phaseAfter({ autoReentry, stopLoss }: BotConfig, { state, end }: Pick<LastRound, 'state' | 'end'>): BotPhase {
  switch (end) {
    case 'exit':
      return autoReentry ? 'opening' : 'completed';
    case 'liquidation':
      return 'liquidated';
    case 'open':
      return phaseOf(state);
    case 'stop':
      return autoReentry && stopLoss?.endsBot === false ? 'waiting_after_stop' : 'completed';
    default:
      return end satisfies never;
  }
}

/** Returns the ladder of the last round. */
function ladderOf(config: BotConfig, { plan }: Pick<LastRound, 'plan'>) {
  const { budget, firstPrice } = plan;
  const preview = previewLadder({ config, budget, firstPrice, raisesToMinimum: true });
  if (!preview.ok) return { steps: [], maxTotalSize: '0' };
  const { steps, max_total_size: maxTotalSize } = toPlanResponse(preview.preview);
  return { steps, maxTotalSize };
}

/** Returns the fills of the last round. Each order of a simulation fills with one fill. */
function fillsOf({ fills, state }: LastRound, round: number): readonly RoundFill[] {
  const { tickSz } = state.config.instrument;
  return fills.map(({ at, kind, step, price }, index) => ({
    at,
    round,
    order_id: String(index),
    kind: fillKinds[kind],
    step,
    price: formatDecimal(priceOf(price, tickSz)),
  }));
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
