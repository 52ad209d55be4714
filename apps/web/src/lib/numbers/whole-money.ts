// A money amount of a place that is too narrow for two decimal places.
import type { DecimalText, Format } from './format.ts';

/** Returns an amount with its sign, rounded to whole USDT, halves away from zero. The amount is hidden when the user hides amounts. */
export const signedWholeMoney = ({ signedMoney }: Pick<Format, 'signedMoney'>, amount: DecimalText): string => {
  const value = Number(amount);
  return signedMoney(`${Math.sign(value) * Math.round(Math.abs(value))}`).replace(/[.,]00$/, '');
};
