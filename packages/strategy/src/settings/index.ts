// The entry point @rondo/strategy/settings exports the settings of a bot without the reducer. The contract package
// imports only this entry point.
export { botSettings, maxBotNameLength, minAvailableMargin, type SettingBounds } from './definitions.ts';
export type { BotSettings } from './bot-settings.ts';
export { defaultDefencePercent, defencePercents } from './presets.ts';
