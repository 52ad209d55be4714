// The configuration of the server of NATS that this product needs.
import { maxMessageBytes, maxPendingBytes, writeDeadlineMs } from './limits.ts';
import { permittedSubjects, type BusRole } from './subjects.ts';

/** A user of the server of NATS. The server permits only the subjects of the role. */
export interface NatsUser {
  readonly name: string;
  readonly role: BusRole | 'all';
  /** The password, or the variable of the environment of `nats-server` that contains the password. */
  readonly password: { readonly text: string } | { readonly variable: string };
}

/** What the configuration contains. `listen` is an address with a port, and the port -1 is any free port. Without users, the server accepts every client. */
export interface NatsServerOptions {
  readonly listen: string;
  readonly users?: readonly NatsUser[];
}

/** Returns the text of a configuration file for `nats-server`. */
export function natsServerConfig({ listen, users = [] }: NatsServerOptions): string {
  return [
    `listen: "${listen}"`,
    `max_payload: ${maxMessageBytes}`,
    '# A stopped subscriber must not delay the others, so the server disconnects it soon.',
    `max_pending: ${maxPendingBytes}`,
    `write_deadline: "${writeDeadlineMs}ms"`,
    'ping_interval: "5s"',
    'ping_max: 2',
    ...(users.length === 0 ? [] : ['authorization {', '  users: [', ...users.flatMap(userLines), '  ]', '}']),
    '',
  ].join('\n');
}

function userLines({ name, role, password }: NatsUser): readonly string[] {
  const secret = 'text' in password ? JSON.stringify(password.text) : `$${password.variable}`;
  return [
    '    {',
    `      user: ${JSON.stringify(name)}, password: ${secret}`,
    '      permissions: {',
    `        publish: ${JSON.stringify(permittedSubjects(role, 'publishers'))}`,
    `        subscribe: ${JSON.stringify(permittedSubjects(role, 'subscribers'))}`,
    '      }',
    '    }',
  ];
}
