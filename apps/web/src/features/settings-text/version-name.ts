// The name that marks a text and a link with the settings of a bot.

/** The first line of a text and the first field of a link. Its value is the version of the format. */
export const versionName = 'settings';
