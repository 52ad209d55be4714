// The bot of `npm run replay`: its creation request, and its configuration with the rules of the exchange.
import type { BacktestConfig } from '@rondo/backtest';
import { decimal, formatDecimal, multiply, percent, type Decimal } from '@rondo/decimal';
import { settingsOfConfig, type InstrumentRules } from '@rondo/strategy';
import { oneTickSpread } from './expected-fills.ts';

type Row = Readonly<Record<string, string>>;

/** The fee rates of the accounts of the sandbox. */
const fees = { takerFee: decimal('0.0005'), makerFee: decimal('0.0002') };
/** A percent without an exact decimal is rounded to this number of decimal places. A configuration file contains only exact decimals. */
const places = 18;

/** Returns the configuration with the rules of the exchange, and with the slippage of a market order on a recorded market. */
export async function configAt(rest: string, symbol: string, config: BacktestConfig): Promise<BacktestConfig> {
  const query = `instType=SWAP&instId=${symbol}&instFamily=${symbol.replace(/-SWAP$/, '')}`;
  const [instrument] = await read(`${rest}/api/v5/public/instruments?${query}`);
  if (instrument === undefined) throw new Error(`The exchange does not list the instrument ${symbol}.`);
  const tiers = await read(`${rest}/api/v5/public/position-tiers?tdMode=cross&${query}`);
  return {
    ...config,
    bot: { ...config.bot, instrument: rulesOf(symbol, instrument, tiers) },
    slippage: oneTickSpread,
  };
}

/** Returns the body of the request that creates the bot. */
export function creationOf({ bot }: BacktestConfig, symbol: string): object {
  const settings = settingsOfConfig(bot, places);
  const sizeRatio = multiply(settings.investmentRatio, decimal('0.01'));
  const { stepDistance, stopLoss } = settings;
  return {
    size_ratio: formatDecimal(sizeRatio),
    basic: {
      symbol,
      direction: settings.direction,
      leverage: Number(formatDecimal(settings.leverage)),
      margin_type: 'cross',
      max_total_size: formatDecimal(multiply(multiply(settings.allocation, settings.leverage), sizeRatio)),
      auto_reentry: { enabled: true, budget_type: 'percentage' },
    },
    entry: {
      type: 'market',
      count: settings.martinSteps,
      auto_amount: true,
      data: [],
      ai_style: 'aggressive',
      risk_management: {
        enabled: true,
        step: settings.cyclicSteps,
        trigger_type: 'immediate',
        ai_trigger_style: 'boost',
      },
      step_distance: formatDecimal(stepDistance.percent),
      cycle_credit: formatDecimal(settings.cycleCredit),
    },
    exit: {
      take_profit: formatDecimal(settings.takeProfit),
      stop_loss: {
        enabled: stopLoss !== null,
        value: formatDecimal(stopLoss ?? percent('0')),
        on_bot_end: false,
      },
    },
    metadata: { name: 'replay', description: '' },
  };
}

function rulesOf(id: string, row: Row, tiers: readonly Row[]): InstrumentRules {
  const number = (name: string): Decimal => decimal(row[name] ?? '');
  return {
    id,
    tickSz: number('tickSz'),
    lotSz: number('lotSz'),
    minSz: number('minSz'),
    ctVal: number('ctVal'),
    maxLimitSz: number('maxLmtSz'),
    maxMarketSz: number('maxMktSz'),
    tiers: tiers.map((tier) => ({
      maxSz: decimal(tier['maxSz'] ?? ''),
      mmr: decimal(tier['mmr'] ?? ''),
      maxLeverage: decimal(tier['maxLever'] ?? ''),
    })),
    ...fees,
  };
}

async function read(address: string): Promise<readonly Row[]> {
  const response = await fetch(address);
  const body = (await response.json()) as { readonly data?: readonly Row[] }; // OKX sends lists of records of texts.
  if (!response.ok || body.data === undefined) throw new Error(`${address} returned the status ${response.status}.`);
  return body.data;
}
