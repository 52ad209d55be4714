// The nonce of a link attempt. It ends with the time at which the attempt started, so that a page of the pop-up knows whether the attempt still waits.
import { intervals } from '../../../api/queries/intervals.ts';

/** Returns the nonce of an attempt that starts now. */
export const newNonce = (now: number): string => `${crypto.randomUUID()}.${now.toString(36)}`;

/** Returns whether the attempt with this nonce may still wait for the end of its consent. A nonce without a time is of an older version and does not wait. */
export const isPending = (nonce: string | null, now: number): boolean => {
  const age = now - Number.parseInt(nonce?.split('.')[1] ?? '', 36);
  return age >= 0 && age < intervals.linkListenerMs;
};
