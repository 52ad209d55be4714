/** The name of the exchange whose accounts are linked with a typed key. */
export const exchangeName = 'LBank';
