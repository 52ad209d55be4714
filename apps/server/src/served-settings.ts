// The settings that requests read.
import type { AppContext } from './app-context.ts';
import type { ServerConfig } from './env.ts';

/** The fields that have the same meaning in both. The model of the AI entry is opened first. */
type ServedSettings = Pick<ServerConfig, Exclude<keyof ServerConfig & keyof AppContext, 'ai'>>;

/** Returns the part of the configuration that requests read. */
export function servedSettings(config: ServerConfig): ServedSettings {
  return {
    role: config.role,
    venue: config.venue,
    brokerCode: config.brokerCode,
    promotions: config.promotions,
    planSlots: config.planSlots,
    allowedMarkets: config.allowedMarkets,
    help: config.help,
    isRegistrationOpen: config.isRegistrationOpen,
    prohibitedRegions: config.prohibitedRegions,
    isInsecureHttp: config.isInsecureHttp,
    trustedProxies: config.trustedProxies,
    metricsFrom: config.metricsFrom,
    hooksFrom: config.hooksFrom,
    publicUrl: config.publicUrl,
  };
}
