/** The height of the check-list of the first run while it is being loaded, in px. */
export const firstRunHeight = 134;
