// The text that the server prints at the start: the configuration without secrets, then the address and the demo logins.
import type { ServerConfig } from './env.ts';
import { demoLogins } from './demo/demo-people.ts';

/** Returns the configuration as lines of text, without secrets. */
export function describeConfig(settings: ServerConfig): string {
  const { sandbox } = settings;
  const venue =
    settings.venue === 'sandbox'
      ? `sandbox (built-in exchange, simulated money; speed ${sandbox.speed}, seed ${sandbox.seed}${sandbox.replayFile === null ? '' : `, replay ${sandbox.replayFile}`})`
      : `${settings.venue} (real exchange)`;
  return [
    `  data     ${settings.homeFolder}`,
    `  database ${settings.databaseUrl === null ? 'embedded PostgreSQL' : 'DATABASE_URL'}`,
    `  venue    ${venue}`,
    ...(settings.isInsecureHttp ? ['  WARNING  RONDO_INSECURE_HTTP=1: log-ins travel without encryption.'] : []),
    ...(settings.venue !== 'sandbox' && settings.help.support_url === null
      ? ['  WARNING  RONDO_SUPPORT_URL is not set: users find no contact for help.']
      : []),
    '',
  ].join('\n');
}

/** Returns the address and, in the sandbox, the demo logins. */
export function describeReady(settings: ServerConfig, address: string): string {
  const logins = demoLogins.map(({ role, email, password }) => `  ${role.padEnd(9)}${email.padEnd(22)}${password}`);
  const demo = settings.venue === 'sandbox' ? ['', 'Demo logins (simulated money only):', ...logins] : [];
  return ['', `Rondo is ready: ${address}`, ...demo, '', 'Stop with Ctrl-C.', ''].join('\n');
}
