// The account's settings, leverage and fee rates.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxText, okxWord } from '../transport/field.ts';
import { okxPosSide } from '../orders/orders.ts';

/** GET account/config. `acctLv` 2 and 3 can trade swaps in both position modes; `perm` is a comma list. */
export const okxAccountConfigSchema = z.object({
  uid: z.string(),
  mainUid: okxText,
  acctLv: z.string(),
  posMode: okxWord(['long_short_mode', 'net_mode']),
  perm: okxText,
  ip: okxText,
  label: okxText,
  roleType: okxText,
});
/** A parsed `okxAccountConfigSchema`. */
export type OkxAccountConfig = z.infer<typeof okxAccountConfigSchema>;

/** GET account/leverage-info and the response of set-leverage. */
export const okxLeverageSchema = z.object({
  instId: okxText,
  mgnMode: okxText,
  posSide: okxPosSide.default(''),
  lever: okxDecimal,
});

/** GET account/trade-fee. Rates are negative when paid; `feeGroup` is matched with an instrument's groupId. */
export const okxTradeFeeSchema = z.object({
  level: okxText,
  feeGroup: z.array(z.object({ groupId: z.string(), maker: okxDecimalOrBlank, taker: okxDecimalOrBlank })).default([]),
  maker: okxDecimalOrBlank,
  taker: okxDecimalOrBlank,
  makerU: okxDecimalOrBlank,
  takerU: okxDecimalOrBlank,
});
/** A parsed `okxTradeFeeSchema`. */
export type OkxTradeFee = z.infer<typeof okxTradeFeeSchema>;
