// The version of the fold.

/**
 * The version of the code that calculates a state from events. A checkpoint of another version is not used, and the state
 * is calculated from all events. Raise the number with every change of `step` or of the codec that changes a state.
 */
export const foldVersion = 7;
