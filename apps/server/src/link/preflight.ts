// Findings that prevent bots on an account, each with its remedy. Sources: decisions 7, 18, 19.
import { findingOf, preflightCatalogue, type Finding, type FindingWord } from '@rondo/contract';
import type { AccountSettings, RawPosition } from '@rondo/exchange';
import type { AccountRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

/** Returns every finding of a linked account. `instrumentId` is the instrument of a bot that is about to start. */
export async function checkAccount(
  context: AppContext,
  account: AccountRecord,
  instrumentId: string | null,
): Promise<readonly Finding[]> {
  const { exchanges } = context.link;
  const exchange = (await exchanges.prepare(account.id)) ? exchanges.find(account.id) : null;
  if (exchange === null) return [findingOf('ACCOUNT_UNREADABLE')];
  if (exchange.isGated) return [findingOf('KEY_MISSING')];
  // The operator has requested the revocation of this key, so no bot may start on the account.
  if ((await context.store.keyRevocations.resting(account.id)) !== null) return [findingOf('KEY_MISSING')];
  const [report, positions] = await Promise.all([exchange.current.settings(), exchange.current.everyPosition()]);
  if (!report.ok) return [tradingVenue.refusedKeyFinding(report)];
  const bots = await context.store.bots.listActiveOfAccount(account.id);
  const { settings } = report;
  // The account of the caller is cached for some seconds. The exception for an unbound key and the position mode of the first bot can be newer.
  const place = (await context.store.accounts.find(account.id)) ?? account;
  if (bots.length === 0 && settings.positionMode !== null)
    await context.store.accounts.notePositionMode(account.id, settings.positionMode);
  const own = new Set(bots.map((bot) => bot.instrumentId));
  const foreign = positions.ok ? positions.value.filter((position) => !own.has(position.instrumentId)) : [];
  return [
    ...tradingVenue.keyFindings(settings, place),
    ...tradingVenue.accountFindings(settings),
    ...modeFindings(settings, bots.length > 0 ? place.positionMode : null),
    ...(settings.uid === account.uid ? [] : [findingOf('UID_DIFFERS')]),
    ...foreignFindings(foreign, instrumentId),
    ...(positions.ok ? [] : [findingOf('ACCOUNT_UNREADABLE')]),
  ];
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

/** Returns PREFLIGHT_FAILED with all findings. The reason is the message of the first finding with the severity `refuse`. */
export function preflightError(findings: readonly Finding[]): ApiError {
  const first = findings.find(({ code }) => preflightCatalogue[code].severity === 'refuse');
  return new ApiError('PREFLIGHT_FAILED', { parameters: { reason: first?.message ?? '' }, findings });
}
