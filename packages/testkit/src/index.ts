// The public face of the test builders and of the world that a simulation runs in.
export { botConfig, ethSwap } from './strategy/bot-config.ts';
export { fakeVenue, fakeVenueCodes } from './fake-venue.ts';
export { createMemoryJournal, type JournalContents, type MemoryJournal, type StoredFill } from './memory-journal.ts';
export { seededChance, type SeededChance } from './seeded-chance.ts';
export { createTestLog } from './test-log.ts';
export { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
export { BotHand, botRunning, noFee, type FillChoice } from './strategy/strategy-driver.ts';
