// The configuration of a back-test that the tests of several packages change.

/** The fields of a complete configuration in its JSON form. */
export const backtestConfigFields = {
  instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
  direction: 'long',
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistance: '1',
  takeProfit: '0.5',
  leverage: '10',
  investmentRatio: '50',
  allocation: '10000',
  makerFee: '0.0002',
  takerFee: '0.0005',
};
