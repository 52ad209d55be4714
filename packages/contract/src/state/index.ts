// The second entry of the contract: converts the configuration and the state of a bot to the form of the API. The server and the demo use it.
export { configurationOf, percentOf, pricesOf, resultsOf, toExitSteps, wirePercentPlaces } from './bot-state.ts';
export { toPlanResponse } from './plan-state.ts';
