// Findings about the key and the settings of an OKX account that prevent bots on it. Sources: decisions 7, 18, 19.
import { findingOf, type Finding, type FindingWord } from '@rondo/contract';
import type { AccountSettings, SettingsReport } from '@rondo/exchange';
import type { AccountRecord } from '@rondo/store';
import { okxLimits } from './okx-limits.ts';

/** The part of an account that decides whether its key must be bound to IP addresses. */
export type KeyPlace = Pick<AccountRecord, 'environment' | 'unboundReason'>;

/** Account levels on which bots cannot trade. Decision 7: single-currency and multi-currency accounts trade swaps with one margin pool. */
const refusedLevels: Readonly<Record<string, FindingWord>> = { '1': 'spot', '4': 'portfolio margin' };
/** OKX account/config roleType. */
const roles: Readonly<Record<string, FindingWord>> = { '1': 'lead trader', '2': 'copy trader' };

/**
 * Returns true when bots of the account need a key that is bound to IP addresses: real money, without a written exception of the operator (check 37). The
 * exchange accepts a bound key from its addresses only, so a bound key that works is bound to our addresses.
 */
export function mustBeBound({ environment, unboundReason }: KeyPlace): boolean {
  return environment === 'live' && unboundReason === null;
}

/** Returns the findings about the permissions and the addresses of a key of the account. */
export function keyFindings({ permissions, addresses }: AccountSettings, place: KeyPlace): readonly Finding[] {
  const isUnbound = addresses.length === 0 && permissions.includes('trade');
  const unbound = mustBeBound(place)
    ? findingOf('KEY_UNBOUND')
    : findingOf('KEY_NOT_BOUND', { days: String(okxLimits.unboundKeyDays) });
  return [
    ...(permissions.includes('withdraw') ? [findingOf('KEY_MAY_WITHDRAW')] : []),
    ...(permissions.includes('trade') ? [] : [findingOf('KEY_CANNOT_TRADE')]),
    ...(isUnbound ? [unbound] : []),
  ];
}

/** Returns the findings about the level, the position mode and the role of the account. */
export function accountFindings({ level, positionMode, role }: AccountSettings): readonly Finding[] {
  const levelName = level === '2' || level === '3' ? undefined : (refusedLevels[level] ?? level);
  const roleName = role === '0' || role === '' ? undefined : (roles[role] ?? role);
  return [
    ...(levelName === undefined ? [] : [findingOf('ACCOUNT_LEVEL', { level: levelName })]),
    ...(positionMode === null ? [findingOf('POSITION_MODE')] : []),
    ...(roleName === undefined ? [] : [findingOf('LEAD_TRADER', { role: roleName })]),
  ];
}

/** Returns true when the exchange refused the request because the key is bound to other source addresses. Source: okx 6. */
export function isAddressRefusal({ code }: { readonly code: string }): boolean {
  return code === '50110' || code === '50035';
}

/** Returns the finding when the account could not be read with the key. The finding follows from the code of the exchange. Source: okx 6. */
export function refusedKeyFinding(report: Extract<SettingsReport, { ok: false }>): Finding {
  if (report.reason !== 'key') return findingOf('ACCOUNT_UNREADABLE');
  if (report.code === '50101') return findingOf('KEY_ENVIRONMENT');
  if (isAddressRefusal(report)) return findingOf('KEY_ADDRESS');
  return findingOf('KEY_REFUSED', { reason: report.code });
}
