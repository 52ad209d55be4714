/** The name of the event that is fired on the window when the session is lost (specification 4). */
export const sessionLostEvent = 'unauthorized';
