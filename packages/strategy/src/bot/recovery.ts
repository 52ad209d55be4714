// The recoveries of a bot that stopped entering (strategy 5).

/**
 * What the owner chooses for a bot that missed its entry or whose position was reduced by hand. `continue`: the bot
 * trades on, and the steps that were reduced are not bought again in this round. `exitsOnly`: the exits stay, no entry
 * is placed, and the bot ends with the round (strategy 5).
 */
export type Recovery = 'continue' | 'exitsOnly';
