// The entry @rondo/strategy/settings: the settings of a bot without the reducer. The contract imports only this.
export { botSettings, maxBotNameLength, type SettingBounds } from './definitions.ts';
export type { BotSettings } from './bot-settings.ts';
export { defaultDefencePercent, defencePercents } from './presets.ts';
