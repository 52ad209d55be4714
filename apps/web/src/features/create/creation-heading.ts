/** The id of the heading of the creation form. A link to it moves the focus to the form. */
export const creationHeadingId = 'new-bot';
