// Computes shares and averages from the measured figures of a link, and the alerts about the figures and about the remaining time of a token.
import {
  alertTexts,
  type AlertKey,
  type ComprehensiveStatus,
  type ExpiryLevel,
  type LinkAlert,
  type MetricsResponse,
} from '@rondo/contract';
import { serverLimits } from '../limits.ts';
import type { LinkFigures } from './link-meters.ts';

/** The token of an account for the web app. `level` is null when the account has no token. */
export type TokenState = ComprehensiveStatus['oauthToken'] & { readonly level: ExpiryLevel | null };

/** Returns the figures for the API. Shares are in percent, and they are null when nothing was measured. Times are in ms. */
export function measuredOf(figures: LinkFigures): Omit<MetricsResponse['metrics'], 'period' | 'since'> {
  return {
    connectionUptime: percent(shareOf(figures.upMs, figures.observedMs)),
    apiSuccess: percent(shareOf(figures.calls - figures.errors, figures.calls)),
    apiCallCount: figures.calls,
    apiErrorCount: figures.errors,
    avgApiResponseTime: figures.calls === 0 ? null : Math.round(figures.callMs / figures.calls),
    reconnectCount: figures.reconnects,
    messageReceived: figures.messages,
    messagesPerMinute:
      figures.observedMs === 0 ? 0 : Math.round((figures.messages * 600_000) / figures.observedMs) / 10,
  };
}

/** Returns the alert for the current level of the token, or no alert for the level normal. */
export function tokenAlerts({ level, expiresInMinutes }: TokenState): readonly LinkAlert[] {
  const minutes = { minutes: String(expiresInMinutes ?? 0) };
  if (level === 'expired') return [alert('critical', 'alerts.tokenExpired')];
  if (level === 'critical') return [alert('critical', 'alerts.tokenCritical', minutes)];
  return level === 'warning' ? [alert('warning', 'alerts.tokenWarning', minutes)] : [];
}

/** Returns one alert for every figure that exceeds its limit. */
export function figureAlerts(figures: LinkFigures): readonly LinkAlert[] {
  const { connectionUptime, apiSuccess, avgApiResponseTime, reconnectCount } = measuredOf(figures);
  const limits = serverLimits.linkAlerts;
  const alerts: LinkAlert[] = [];
  if (connectionUptime !== null && connectionUptime < limits.uptimePercent)
    alerts.push(alert('warning', 'alerts.uptime', { percent: String(connectionUptime) }));
  if (reconnectCount > limits.reconnects)
    alerts.push(alert('warning', 'alerts.reconnects', { count: String(reconnectCount) }));
  if (apiSuccess !== null && figures.calls >= limits.fewestCalls && apiSuccess < limits.successPercent)
    alerts.push(alert('warning', 'alerts.apiErrors', { percent: String(apiSuccess) }));
  if (avgApiResponseTime !== null && avgApiResponseTime > limits.responseMs)
    alerts.push(alert('warning', 'alerts.apiSlow', { ms: String(avgApiResponseTime) }));
  return alerts;
}

/** Returns an alert and replaces the placeholders of its English text with the parameters. */
export function alert(
  level: LinkAlert['level'],
  key: AlertKey,
  parameters: Readonly<Record<string, string>> = {},
): LinkAlert {
  const message = alertTexts[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole);
  return { level, message_key: key, message, parameters: { ...parameters } };
}

/** Returns the part divided by the whole. Returns null when the whole is zero or negative. */
export function shareOf(part: number, whole: number): number | null {
  return whole <= 0 ? null : part / whole;
}

/** Returns the percent with one decimal place. It is rounded down, so a share below 1 is never shown as 100. */
function percent(share: number | null): number | null {
  return share === null ? null : Math.floor(share * 1_000) / 10;
}
