// The id of the simulated bot and of its account. The server knows no bot with this id.
export const demoId = 'demo';
