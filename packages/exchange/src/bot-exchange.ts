// The exchange on which bots trade.

/** The name of the exchange on which bots trade, as database rows and API responses contain it. */
export const botExchange = 'okx';
