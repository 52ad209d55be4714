// The exchange on which bots trade.

/** The name of the exchange on which bots trade, in stored rows and on the wire. */
export const botExchange = 'okx';
