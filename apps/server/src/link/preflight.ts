// Findings that prevent bots on an account, each with its remedy. Sources: decisions 7, 18, 19.
import { findingOf, preflightCatalogue, type Finding, type FindingWord } from '@rondo/contract';
import type { AccountSettings, RawPosition, SettingsReport } from '@rondo/exchange';
import type { AccountRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';
import type { AppContext } from '../app-context.ts';

/** Decision 7: single-currency and multi-currency accounts trade swaps with one margin pool. */
const levels: Readonly<Record<string, FindingWord>> = { '1': 'spot', '4': 'portfolio margin' };
/** OKX account/config roleType. */
const roles: Readonly<Record<string, FindingWord>> = { '1': 'lead trader', '2': 'copy trader' };

/** Every finding of a linked account; `instrumentId` is the instrument on which a bot is about to start. */
export async function checkAccount(
  context: AppContext,
  account: AccountRecord,
  instrumentId: string | null,
): Promise<readonly Finding[]> {
  const { exchanges } = context.link;
  const exchange = (await exchanges.prepare(account.id)) ? exchanges.find(account.id) : null;
  if (exchange === null) return [findingOf('ACCOUNT_UNREADABLE')];
  if (exchange.isGated) return [findingOf('KEY_MISSING')];
  // The operator revokes this key, so no bot may start on it.
  if ((await context.store.keyRevocations.resting(account.id)) !== null) return [findingOf('KEY_MISSING')];
  const [report, positions] = await Promise.all([exchange.current.settings(), exchange.current.everyPosition()]);
  if (!report.ok) return [refusedKey(report)];
  const bots = await context.store.bots.listActiveOfAccount(account.id);
  const { settings } = report;
  if (bots.length === 0 && settings.positionMode !== null)
    await context.store.accounts.notePositionMode(account.id, settings.positionMode);
  const own = new Set(bots.map((bot) => bot.instrumentId));
  const foreign = positions.ok ? positions.value.filter((position) => !own.has(position.instrumentId)) : [];
  return [
    ...keyFindings(settings),
    ...accountFindings(settings),
    ...modeFindings(settings, bots.length > 0 ? account.positionMode : null),
    ...(settings.uid === account.uid ? [] : [findingOf('UID_DIFFERS')]),
    ...foreignFindings(foreign, instrumentId),
    ...(positions.ok ? [] : [findingOf('ACCOUNT_UNREADABLE')]),
  ];
}

/** Findings about the permissions and addresses of the key. */
export function keyFindings({ permissions, addresses }: AccountSettings): readonly Finding[] {
  return [
    ...(permissions.includes('withdraw') ? [findingOf('KEY_MAY_WITHDRAW')] : []),
    ...(permissions.includes('trade') ? [] : [findingOf('KEY_CANNOT_TRADE')]),
    // OKX v5: a key with trade permission and without a bound address expires after 14 days without use.
    ...(addresses.length === 0 && permissions.includes('trade')
      ? [findingOf('KEY_NOT_BOUND', { days: String(serverLimits.unboundKeyDays) })]
      : []),
  ];
}

/** Findings about the account's level, position mode and role. */
export function accountFindings({ level, positionMode, role }: AccountSettings): readonly Finding[] {
  const levelName = level === '2' || level === '3' ? undefined : (levels[level] ?? level);
  const roleName = role === '0' || role === '' ? undefined : (roles[role] ?? role);
  return [
    ...(levelName === undefined ? [] : [findingOf('ACCOUNT_LEVEL', { level: levelName })]),
    ...(positionMode === null ? [findingOf('POSITION_MODE')] : []),
    ...(roleName === undefined ? [] : [findingOf('LEAD_TRADER', { role: roleName })]),
  ];
}

/** The finding for a refused key, by the exchange's code. Source: okx 6. */
export function refusedKey(report: Extract<SettingsReport, { ok: false }>): Finding {
  if (report.reason !== 'key') return findingOf('ACCOUNT_UNREADABLE');
  if (report.code === '50101') return findingOf('KEY_ENVIRONMENT');
  if (report.code === '50110' || report.code === '50035') return findingOf('KEY_ADDRESS');
  return findingOf('KEY_REFUSED', { reason: report.code });
}

function modeFindings(settings: AccountSettings, began: AccountRecord['positionMode']): readonly Finding[] {
  if (began === null || settings.positionMode === null || began === settings.positionMode) return [];
  const mode: FindingWord = began === 'net' ? 'one-way' : 'hedge';
  return [findingOf('POSITION_MODE_CHANGED', { mode })];
}

function foreignFindings(foreign: readonly RawPosition[], instrumentId: string | null): readonly Finding[] {
  const names = [...new Set(foreign.map((position) => position.instrumentId))];
  const isHere = instrumentId !== null && names.includes(instrumentId);
  return [
    ...(isHere ? [findingOf('FOREIGN_POSITION_HERE', { instrument: instrumentId })] : []),
    ...(names.length === 0 ? [] : [findingOf('FOREIGN_POSITIONS', { instruments: names.join(', ') })]),
  ];
}

/** Returns PREFLIGHT_FAILED with all findings; the first refusing one is its reason. */
export function preflightError(findings: readonly Finding[]): ApiError {
  const first = findings.find(({ code }) => preflightCatalogue[code].severity === 'refuse');
  return new ApiError('PREFLIGHT_FAILED', { parameters: { reason: first?.message ?? '' }, findings });
}
