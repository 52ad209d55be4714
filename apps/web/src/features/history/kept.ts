// Says whether the user has stopped a bot and kept its position. What the bot has realised is then neither a profit nor a loss, because the position is still open.

/** The reason of a bot whose position was kept, and of its last round. */
export const keptReason = 'stopped_left_open';
export const keptRoundReason = 'leave';

/** Returns true for the reason of a bot or of a round whose position was kept. */
export const isKeptReason = (reason: string | undefined): boolean =>
  reason === keptReason || reason === keptRoundReason;

/** Returns true when the user has stopped the bot and kept its position. */
export const isKept = ({ end_reason: reason }: { readonly end_reason: string }): boolean => isKeptReason(reason);
