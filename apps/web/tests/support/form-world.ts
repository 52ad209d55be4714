// The data around the creation form in component tests.
import { fixedInstrument } from '../../src/workbench/samples.ts';

/** A linked account with money and without positions, and a known price. */
export const formWorld = {
  instrument: fixedInstrument,
  hasInstrumentsFailed: false,
  lastPrice: '3412.55',
  bid: null,
  ask: null,
  available: '50000',
  foreignMargin: '0',
  accountId: 'account-1',
  isAccountRead: true,
  keyBlock: null,
  instrumentsInUse: [],
};
