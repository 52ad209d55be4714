// Reads the settings of an account that decide whether bots may run on it: permissions, addresses, level, position mode and role.
import { okxAccountConfigSchema, type OkxAccountConfig } from '@rondo/protocol';
import { okxCode } from '../commands/codes.ts';
import { endpoints } from '../rest/endpoints.ts';
import { readRows } from '../commands/outcome.ts';
import type { OkxResponse, OkxRest } from '../rest/rest.ts';

/**
 * The settings from account/config. `positionMode` is null when the response contains an unknown mode. `addresses` are
 * the IP addresses from which the key may be used.
 */
export interface AccountSettings {
  readonly uid: string;
  readonly level: string;
  readonly positionMode: 'hedge' | 'net' | null;
  readonly permissions: readonly string[];
  readonly addresses: readonly string[];
  /** `0` means a regular account, `1` means a lead trader, and `2` means a copy trader. */
  readonly role: string;
}

/**
 * The result of a reading of the settings. `key`: the exchange refuses the key or the token, with its code.
 * `unavailable`: the settings cannot be read now.
 */
export type SettingsReport =
  | { readonly ok: true; readonly settings: AccountSettings }
  | { readonly ok: false; readonly reason: 'key' | 'unavailable'; readonly code: string };

/** The codes with which the exchange refuses a bearer token. Source: okx 5.6. */
const tokenCodes = new Set(['53002', '53003']);

/**
 * Reads the settings through a signed client. When the exchange responds "too many requests", the settings are read
 * once more. The rate budget delays the second request.
 */
export async function readAccountSettings(rest: OkxRest): Promise<SettingsReport> {
  const { path, limit } = endpoints.accountConfig;
  const ask = (): Promise<OkxResponse> =>
    rest.send({ path, query: {}, bucket: 'accountConfig', limit, priority: 'read', isAboutKey: true });
  const first = await ask();
  return judgeSettings(isThrottled(first) ? await ask() : first);
}

function isThrottled(response: OkxResponse): boolean {
  return response.kind === 'received' && ['50011', '50061'].includes(response.envelope.code);
}

/** Returns the settings in a response to account/config, or the reason why the response contains no settings. */
export function judgeSettings(response: OkxResponse): SettingsReport {
  const code = response.kind === 'received' ? response.envelope.code : '';
  if (code !== '' && code !== '0' && (okxCode(code)?.read === 'key' || tokenCodes.has(code)))
    return { ok: false, reason: 'key', code };
  const rows = readRows(response, okxAccountConfigSchema);
  const row = rows.kind === 'rows' ? rows.rows[0] : undefined;
  if (row === undefined) return { ok: false, reason: 'unavailable', code };
  return { ok: true, settings: toSettings(row) };
}

function toSettings(row: OkxAccountConfig): AccountSettings {
  const list = (text: string): readonly string[] =>
    text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const modes = { long_short_mode: 'hedge', net_mode: 'net' } as const;
  return {
    uid: row.uid,
    level: row.acctLv,
    positionMode: typeof row.posMode === 'string' ? modes[row.posMode] : null,
    permissions: list(row.perm),
    addresses: list(row.ip),
    role: row.roleType,
  };
}
