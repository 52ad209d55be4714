// The settings of the account, its leverage and its fee rates.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxName, okxText, okxWord } from '../transport/field.ts';
import { okxPosSideOrBlank } from '../orders/orders.ts';

/** GET account/config. Accounts with `acctLv` 2 or 3 can trade swaps in both position modes. `perm` is a comma-separated list. */
export const okxAccountConfigSchema = z.object({
  uid: okxName,
  mainUid: okxText,
  acctLv: okxName,
  posMode: okxWord(['long_short_mode', 'net_mode']),
  perm: okxText,
  ip: okxText,
  label: okxText,
  roleType: okxText,
});
/** A parsed `okxAccountConfigSchema`. */
export type OkxAccountConfig = z.infer<typeof okxAccountConfigSchema>;

/** The leverage of an instrument: a row of GET account/leverage-info and of the response of set-leverage. */
export const okxLeverageSchema = z.object({
  instId: okxText,
  mgnMode: okxText,
  posSide: okxPosSideOrBlank,
  lever: okxDecimal,
});

/** GET account/trade-fee. A rate is negative when the account pays the fee. A `feeGroup` applies to the instruments with the same groupId. */
export const okxTradeFeeSchema = z.object({
  level: okxText,
  feeGroup: z.array(z.object({ groupId: okxName, maker: okxDecimalOrBlank, taker: okxDecimalOrBlank })).default([]),
  maker: okxDecimalOrBlank,
  taker: okxDecimalOrBlank,
  makerU: okxDecimalOrBlank,
  takerU: okxDecimalOrBlank,
});
/** A parsed `okxTradeFeeSchema`. */
export type OkxTradeFee = z.infer<typeof okxTradeFeeSchema>;
