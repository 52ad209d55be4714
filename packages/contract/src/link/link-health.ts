// The wire format of the health of the exchange link: the comprehensive status with its score, and the metrics of a period with alerts.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';

/** The level of a token by its remaining minutes (specification 4): normal above 30, warning from 30 to 11, critical from 10 to 1, expired at 0 or less. */
export type ExpiryLevel = 'normal' | 'warning' | 'critical' | 'expired';

/** Returns the remaining minutes, floor((expires_at - now) / 60). Both times are in epoch seconds (specification 4). */
export function minutesLeft(expiresAtSeconds: number, nowSeconds: number): number {
  return Math.floor((expiresAtSeconds - nowSeconds) / 60);
}

/** Returns the level of a token with this number of remaining minutes. */
export function expiryLevel(minutes: number): ExpiryLevel {
  if (minutes <= 0) return 'expired';
  if (minutes <= contractLimits.tokenCriticalMinutes) return 'critical';
  return minutes <= contractLimits.tokenWarningMinutes ? 'warning' : 'normal';
}

/** The measurements for the score. Shares are from 0 to 1. A share is null when nothing was measured yet, and `tokenLevel` is null when the account has no token. */
interface HealthFacts {
  /** True when the exchange accepted the trading key at the last private read. */
  readonly isKeyAccepted: boolean;
  /** True when the key has the right to withdraw. Bots send no entries with such a key. */
  readonly mayWithdraw: boolean;
  readonly isSocketReady: boolean;
  readonly uptimeShare: number | null;
  readonly apiSuccessShare: number | null;
  readonly tokenLevel: ExpiryLevel | null;
}

/** The points and the maximum of each part. The score is the sum of the points, a whole number from 0 to 100. */
interface HealthScore {
  readonly score: number;
  readonly parts: Readonly<
    Record<'key' | 'socket' | 'api' | 'token', { readonly points: number; readonly of: number }>
  >;
}

const tokenPoints: Readonly<Record<ExpiryLevel, number>> = { normal: 10, warning: 7, critical: 3, expired: 0 };

/**
 * Returns the score: 35 points for an accepted key without the right to withdraw, 15 for a ready socket, 15 x the uptime share, 25 x the share of successful calls, and 10, 7, 3 or 0 for the
 * token. A part without a measurement gets its maximum, because nothing has failed. When the socket is down and no uptime was measured, the uptime gets 0
 * points. The formula is ours, and the panel shows the parts.
 */
export function healthScore(facts: HealthFacts): HealthScore {
  const socket = (facts.isSocketReady ? 15 : 0) + 15 * (facts.uptimeShare ?? (facts.isSocketReady ? 1 : 0));
  const parts = {
    key: { points: facts.isKeyAccepted && !facts.mayWithdraw ? 35 : 0, of: 35 },
    socket: { points: Math.floor(socket), of: 30 },
    api: { points: Math.floor(25 * (facts.apiSuccessShare ?? 1)), of: 25 },
    token: { points: facts.tokenLevel === null ? 10 : tokenPoints[facts.tokenLevel], of: 10 },
  };
  return { score: parts.key.points + parts.socket.points + parts.api.points + parts.token.points, parts };
}

type HealthLabel = 'excellent' | 'good' | 'fair' | 'poor';

/** Returns the label of a score (specification 2): excellent from 90, good from 70, fair from 50, poor below 50. */
export function healthLabel(score: number): HealthLabel {
  if (score >= 90) return 'excellent';
  if (score >= 70) return 'good';
  return score >= 50 ? 'fair' : 'poor';
}

const scorePart = z.object({ points: z.number(), of: z.number() });

/** The response of GET /api/okx/oauth/status/comprehensive. `healthScore` is null when nothing was measured yet. */
export const comprehensiveStatusSchema = z.object({
  accountId: z.string().nullable(),
  healthScore: z.number().nullable(),
  scoreParts: z.object({ key: scorePart, socket: scorePart, api: scorePart, token: scorePart }).nullable(),
  fastApi: z.object({
    connected: z.boolean(),
    accountId: z.string().nullable(),
    state: z.enum(['none', 'active', 'refused', 'missing', 'checking']),
    apiKeyInfo: z.object({ api_key: z.string(), perm: z.string(), ip: z.string() }).nullable(),
  }),
  websocket: z.object({
    connected: z.boolean(),
    domain: z.string().nullable(),
    subscriptions: z.array(z.string()),
    uptimeSeconds: z.number(),
  }),
  oauthToken: z.object({
    state: z.enum(['none', 'ok', 'warning', 'critical', 'expired']),
    expiresInMinutes: z.number().nullable(),
    autoRefreshEnabled: z.boolean(),
  }),
  /** The time of this status in epoch ms. */
  lastUpdate: z.number(),
});
/** The health of an exchange link. */
export type ComprehensiveStatus = z.infer<typeof comprehensiveStatusSchema>;

/** The periods of metrics in milliseconds. The default period is 1h (specification 9). */
export const metricsPeriods = { '15m': 900_000, '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000 } as const;
/** A period of metrics. */
export type MetricsPeriod = keyof typeof metricsPeriods;

/** The query of a status. By default the status of the first account is returned. */
export const linkQuerySchema = z.strictObject({ account_id: z.string().max(64).optional() });
/** The query of GET /api/okx/oauth/metrics. */
export const metricsQuerySchema = z.strictObject({
  account_id: z.string().max(64).optional(),
  period: z.enum(['15m', '1h', '6h', '24h']).default('1h'),
});

/** The figures of a link in a period. `connectionUptime` and `apiSuccess` are in percent, and they are null when nothing was measured in the period. Durations are in ms. */
const linkMetricsSchema = z.object({
  period: z.enum(['15m', '1h', '6h', '24h']),
  connectionUptime: z.number().nullable(),
  apiSuccess: z.number().nullable(),
  apiCallCount: z.number(),
  apiErrorCount: z.number(),
  avgApiResponseTime: z.number().nullable(),
  reconnectCount: z.number(),
  messageReceived: z.number(),
  messagesPerMinute: z.number(),
  /** The start of the measurements in epoch ms. It is not before the start of the server. */
  since: z.number(),
});
/** The figures of a link in a period. */
export type LinkMetrics = z.infer<typeof linkMetricsSchema>;

/** An alert. `message` is an English text. Clients translate `message_key`. */
const linkAlertSchema = z.object({
  level: z.enum(['info', 'warning', 'critical']),
  message_key: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.string()),
});
/** An alert of a link. */
export type LinkAlert = z.infer<typeof linkAlertSchema>;

/** The English text of each alert by message key. */
export const alertTexts = {
  'alerts.tokenCritical': 'Token expires in {minutes} min!',
  'alerts.tokenWarning': 'The exchange token expires in {minutes} min.',
  'alerts.tokenExpired': 'The exchange token has expired. Link the account again; running bots are not affected.',
  'alerts.keyRefused': 'The exchange refuses the trading key. New entries stop until a new key is created.',
  'alerts.keyMayWithdraw': 'The trading key can withdraw. New entries stop: delete the key and create a new one.',
  'alerts.keyNotBound':
    'The trading key is bound to no IP address: the exchange deletes it after {days} days without use. Replace it with a bound one.',
  'alerts.socketDown': 'The live connection is down. It reconnects automatically.',
  'alerts.uptime': 'The live connection was up only {percent}% of the period.',
  'alerts.reconnects': 'The live connection was lost {count} times.',
  'alerts.apiErrors': 'Only {percent}% of the calls to the exchange succeeded.',
  'alerts.apiSlow': 'The exchange responds slowly: {ms} ms on average.',
} as const;
/** The message key of an alert. */
export type AlertKey = keyof typeof alertTexts;

/** The figures of a link with its alerts. */
export const metricsResponseSchema = z.object({ metrics: linkMetricsSchema, alerts: z.array(linkAlertSchema) });
/** The figures of a link with its alerts. */
export type MetricsResponse = z.infer<typeof metricsResponseSchema>;
