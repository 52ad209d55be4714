// The exports of the testkit: builders, the virtual clock, the seeded prng, the check of random bits and the journal in memory.
export { backtestConfigFields } from './backtest-config.ts';
export { botConfig, ethSwap } from './strategy/bot-config.ts';
export { fakeVenue, fakeVenueCodes } from './fake-venue.ts';
export { createMemoryJournal, type JournalContents, type MemoryJournal } from './memory-journal.ts';
export { randomBits } from './random-bits.ts';
export { seededChance, type SeededChance } from './seeded-chance.ts';
export { createTestLog } from './test-log.ts';
export { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
export { StrategyDriver, botRunning, noFee } from './strategy/strategy-driver.ts';
