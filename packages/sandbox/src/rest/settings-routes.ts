// Private REST paths about account settings other than leverage and position mode: account level, Greeks, isolated mode and loans.
import { covers, failure, flag, success, text, type CoreResponse } from '../wire/envelope.ts';
import { instrumentOf, withdrawable } from '../accounting/margin.ts';
import { formatBaseUnits } from '../base-units.ts';
import type { Account, AccountLevel } from '../state/records.ts';
import type { PrivateCall, PrivateRoute } from './account-routes.ts';
import type { Row } from '../wire/blank-fields.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';

/** Setting routes by method and path. */
export const settingRoutes: Readonly<Record<string, PrivateRoute>> = {
  'POST /api/v5/account/set-account-level': setLevel,
  'POST /api/v5/account/set-greeks': (call) =>
    set(call, { name: 'greeksType', among: ['PA', 'BS'], apply: (account, value) => (account.greeksType = value) }),
  'POST /api/v5/account/set-isolated-mode': setIsolatedMode,
  'POST /api/v5/account/set-auto-loan': ({ world, ledger, fields }) => {
    ledger.account.isAutoLoan = fields['autoLoan'] === undefined || flag(fields, 'autoLoan');
    recordChange(world, { kind: 'account', value: ledger.account });
    return success([{ autoLoan: ledger.account.isAutoLoan }]);
  },
  'GET /api/v5/account/max-withdrawal': ({ world, ledger, fields }) => {
    const most = formatBaseUnits(withdrawable(world, ledger));
    return success(
      covers(fields, 'ccy', 'USDT')
        ? [{ ccy: 'USDT', maxWd: most, maxWdEx: most, spotOffsetMaxWd: '', spotOffsetMaxWdEx: '' }]
        : [],
    );
  },
  'GET /api/v5/account/risk-state': ({ world, ledger }) =>
    ledger.account.acctLv === '4'
      ? success([{ atRisk: false, atRiskIdx: [], atRiskMgn: [], ts: String(world.clock.now()) }])
      : failure('51010', 'You can’t complete this request under your current account mode.'),
  'GET /api/v5/account/greeks': greeks,
  'GET /api/v5/account/set-account-switch-precheck': ({ ledger, fields }) => {
    const acctLv = text(fields, 'acctLv');
    if (!levels.includes(acctLv)) return failure('51000', 'Parameter acctLv error', 400);
    return success([
      {
        sCode: '0',
        curAcctLv: ledger.account.acctLv,
        acctLv,
        riskOffsetType: '',
        unmatchedInfoCheck: [],
        posList: [],
        posTierCheck: [],
        mgnBf: null,
        mgnAft: null,
      },
    ]);
  },
};

const levels: readonly string[] = ['1', '2', '3', '4'];

function set(
  { world, ledger, fields }: PrivateCall,
  of: { readonly name: string; readonly among: readonly string[]; apply(account: Account, value: string): void },
): CoreResponse {
  const value = text(fields, of.name);
  if (!of.among.includes(value)) return failure('51000', `Parameter ${of.name} error`, 400);
  of.apply(ledger.account, value);
  recordChange(world, { kind: 'account', value: ledger.account });
  return success([{ [of.name]: value }]);
}

// A change of the account level is refused while the account has open orders, stops or positions.
function setLevel(call: PrivateCall): CoreResponse {
  const { ledger, fields } = call;
  if (!levels.includes(text(fields, 'acctLv'))) return failure('51000', 'Parameter acctLv error', 400);
  const isOpen = [...ledger.positions.values()].some((position) => position.lots > 0n);
  const isBusy = isOpen || ledger.pending.size > 0 || [...ledger.algos.values()].some((algo) => algo.state === 'live');
  if (isBusy && text(fields, 'acctLv') !== ledger.account.acctLv)
    return failure('59000', 'Setting failed. Cancel any open orders, close positions, and stop trading bots first.');
  return set(call, {
    name: 'acctLv',
    among: levels,
    apply: (account, value) => {
      // The value was checked against `levels`, which contains exactly the values of this type.
      account.acctLv = value as AccountLevel;
      if (value === '4') account.posMode = 'net_mode';
    },
  });
}

function setIsolatedMode(call: PrivateCall): CoreResponse {
  const type = text(call.fields, 'type');
  if (type !== 'CONTRACTS' && type !== 'MARGIN') return failure('51000', 'Parameter type error', 400);
  return set(call, {
    name: 'isoMode',
    among: type === 'CONTRACTS' ? ['automatic', 'autonomy'] : ['automatic', 'autonomy', 'quick_margin'],
    apply: (account, value) => {
      if (type === 'CONTRACTS') account.isolatedMode = value;
    },
  });
}

function greeks({ world, ledger, fields }: PrivateCall): CoreResponse {
  return success(greekRows(world, ledger).filter((row) => covers(fields, 'ccy', row.ccy)));
}

/** Returns the Greeks of the open positions. A swap has only a delta, in base coins. */
export function greekRows(world: World, ledger: Ledger): (Row & { readonly ccy: string })[] {
  const coins = new Map<string, bigint>();
  for (const { instId, lots, direction } of ledger.positions.values()) {
    if (lots === 0n) continue;
    const { base, lotCoin } = instrumentOf(instId);
    coins.set(base, (coins.get(base) ?? 0n) + BigInt(direction) * lots * lotCoin);
  }
  const ts = String(world.clock.now());
  const zero = { gammaBS: '0', gammaPA: '0', thetaBS: '0', thetaPA: '0', vegaBS: '0', vegaPA: '0' };
  return [...coins].map(([ccy, amount]) => {
    const delta = formatBaseUnits(amount);
    return { ccy, deltaBS: delta, deltaPA: delta, ...zero, ts };
  });
}
