// Responses of the LBank spot calls that verify an API key and read its permissions. Source: LBank v2 documentation.
import * as z from 'zod';

/** The envelope of a response. `result` is a boolean or a text, and `msg` may be null, so only `error_code` says whether the call succeeded. */
const envelopeSchema = z.object({ error_code: z.number(), msg: z.string().nullish(), data: z.unknown() });

/** A parsed response of LBank. */
export type LbankEnvelope = { readonly code: number; readonly message: string; readonly data: unknown };

/** Parses a response. Returns undefined when the text is not a response of LBank. */
export function parseLbankEnvelope(text: string): LbankEnvelope | undefined {
  try {
    const read = envelopeSchema.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    return { code: read.data.error_code, message: read.data.msg ?? '', data: read.data.data };
  } catch {
    return undefined;
  }
}

/** POST /v2/supplement/api_Restrictions.do: the permissions of the key. Fields that LBank added later may be missing. */
export const lbankRestrictionsSchema = z.object({
  enableReading: z.boolean(),
  enableSpotTrading: z.boolean(),
  enableWithdrawals: z.boolean(),
  ipRestrict: z.boolean(),
  createTime: z.number().optional(),
  enableFuturesTrading: z.boolean().optional(),
});

/** POST /v2/supplement/user_info_account.do: the account of the key. */
export const lbankAccountSchema = z.object({ uid: z.union([z.string(), z.number()]).transform(String) });

/** GET /v2/timestamp.do: the server time in epoch milliseconds. */
export const lbankTimeSchema = z.union([z.number(), z.string().regex(/^\d{13}$/)]).transform(Number);

/**
 * The meaning of a code for a linked account. `access` means that the address or the permission of the key is wrong, because LBank has one code for both.
 * `unknown` means another error, or a code that the documented table does not contain.
 */
export type LbankRefusal = 'key' | 'permission' | 'access' | 'region' | 'rate' | 'clock' | 'unknown';

/** Returns the meaning of a code of the spot API. The contract API uses the same numbers for other refusals. */
export function lbankRefusal(code: number): LbankRefusal {
  if ([10005, 10006, 10007, 10201, 10202, 10203].includes(code)) return 'key';
  if (code === 10067) return 'permission';
  if (code === 10022) return 'access';
  if (code === 10205) return 'region';
  if (code === 10004) return 'rate';
  return code === 10600 ? 'clock' : 'unknown';
}
