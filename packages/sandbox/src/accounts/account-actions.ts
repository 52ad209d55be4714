// Account actions outside the API client: actions of the owner in the app of the exchange, and actions of the exchange.
import { flag, text, type Raw } from '../wire/envelope.ts';
import { book } from '../accounting/booking.ts';
import { bookInstrumentFunding } from '../accounting/funding.ts';
import { instruments } from '../market/instruments.ts';
import { addKey, changeKey, loseKey } from './keys.ts';
import { deleverage, forceLiquidation } from '../accounting/liquidation.ts';
import { closePosition, requestCancel } from '../orders/order-changes.ts';
import { cancelOrder } from '../orders/order-life.ts';
import { placeOrder } from '../orders/placement.ts';
import { parseBaseUnits } from '../base-units.ts';
import type { AccountLevel, Site } from '../state/records.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';

type AccountAction = (world: World, ledger: Ledger, raw: Raw) => boolean;

/** The account actions by name. An action returns false when the exchange refuses it. */
const accountActions: Readonly<Record<string, AccountAction>> = {
  order: (world, ledger, raw) => placeOrder(world, ledger, { tdMode: 'cross', ...raw }).ok,
  cancel: (world, ledger, raw) => requestCancel(world, ledger, raw).ok,
  cancelAll: (world, ledger) => {
    for (const order of ledger.pending) cancelOrder(world, order, '1');
    return true;
  },
  close: (world, ledger, raw) => closePosition(world, ledger, { mgnMode: 'cross', autoCxl: true, ...raw }).ok,
  leverage: (world, ledger, raw) => {
    const lever = Number(text(raw, 'lever'));
    if (!instruments.has(text(raw, 'instId')) || !Number.isInteger(lever) || lever < 1) return false;
    ledger.account.leverage = { ...ledger.account.leverage, [text(raw, 'instId')]: lever };
    return saveAccount(world, ledger, 'set_leverage');
  },
  positionMode: (world, ledger, raw) => {
    const posMode = text(raw, 'posMode');
    if (posMode !== 'net_mode' && posMode !== 'long_short_mode') return false;
    ledger.account.posMode = posMode;
    return saveAccount(world, ledger, '');
  },
  transfer: (world, ledger, raw) => {
    const usdt = parseBaseUnits(text(raw, 'usdt'));
    if (usdt === undefined || usdt === 0n || ledger.account.cash + usdt < 0n) return false;
    book(world, ledger, { type: '1', subType: usdt > 0n ? '11' : '12', pnl: usdt, fee: 0n, notes: 'by hand' });
    return saveAccount(world, ledger, 'transferred');
  },
  liquidate: (world, ledger) => forceLiquidation(world, ledger),
  adl: (world, ledger, raw) => deleverage(world, ledger, { instId: text(raw, 'instId'), share: text(raw, 'share') }),
  funding: (world, _ledger, raw) => {
    const rate = parseBaseUnits(text(raw, 'rate'));
    if (rate === undefined || !instruments.has(text(raw, 'instId'))) return false;
    bookInstrumentFunding(world, text(raw, 'instId'), rate);
    return true;
  },
  account: (world, ledger, raw) => changeAccount(world, ledger, raw),
  newKey: (world, ledger, raw) =>
    addKey(world, ledger.account.accountId, {
      apiKey: text(raw, 'apiKey'),
      secretKey: text(raw, 'secretKey'),
      passphrase: text(raw, 'passphrase'),
      perm: text(raw, 'perm') || 'read_only,trade',
      environment: 'live',
      ip: text(raw, 'ip'),
      label: 'by hand',
      usedAt: world.clock.now(),
    }),
  loseKey: (world, _ledger, raw) => loseKey(world, text(raw, 'apiKey')),
  key: (world, _ledger, raw) =>
    changeKey(world, text(raw, 'apiKey'), {
      ...(raw['perm'] === undefined ? {} : { perm: text(raw, 'perm') }),
      ...(raw['ip'] === undefined ? {} : { ip: text(raw, 'ip') }),
      ...(raw['isFrozen'] === undefined ? {} : { isFrozen: flag(raw, 'isFrozen') }),
    }),
};

/** Performs an action on the account with a label. Returns false when the account or the action is unknown, or when the action is refused. */
export function performAction(world: World, raw: Raw): boolean {
  const label = text(raw, 'label');
  const ledger = [...world.ledgers.values()].find(({ account }) => account.label === label);
  return ledger !== undefined && (accountActions[text(raw, 'act')]?.(world, ledger, raw) ?? false);
}

function changeAccount(world: World, ledger: Ledger, raw: Raw): boolean {
  const { account } = ledger;
  const acctLv = text(raw, 'acctLv') || account.acctLv;
  const site = text(raw, 'site') || (account.site ?? 'global');
  if (!['1', '2', '3', '4'].includes(acctLv) || !['global', 'eea', 'us', 'tr'].includes(site)) return false;
  // The type assertions are safe, because the check above allows exactly the values of these types.
  account.acctLv = acctLv as AccountLevel;
  account.site = site as Site;
  account.roleType = text(raw, 'roleType') || (account.roleType ?? '0');
  account.feeLevel = text(raw, 'level') || (account.feeLevel ?? 'Lv1');
  return saveAccount(world, ledger, '');
}

function saveAccount(world: World, ledger: Ledger, event: string): boolean {
  recordChange(world, { kind: 'account', value: ledger.account });
  world.notices.push({ kind: 'account', accountId: ledger.account.accountId, event });
  return true;
}
