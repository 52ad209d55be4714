// Reads the options of `npm run cluster`.
import path from 'node:path';
import { parseArgs } from 'node:util';

export interface ClusterOptions {
  readonly engines: number;
  readonly apis: number;
  readonly isJson: boolean;
  readonly home: string;
  /** The port of the balancer. */
  readonly port: number;
}

export const usage =
  'Usage: npm run cluster -- [--engines 3] [--apis 2] [--json] [--home DIR] [--port N]\n' +
  'Starts PostgreSQL, NATS, the sandbox, the nodes and a balancer on this machine. Ctrl-C stops all of them.\n';

/** Returns the options, or null when an option is unknown or has a wrong value. */
export function readOptions(args: readonly string[]): ClusterOptions | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        engines: { type: 'string', default: '3' },
        apis: { type: 'string', default: '2' },
        json: { type: 'boolean', default: false },
        home: { type: 'string', default: '.rondo-cluster' },
        port: { type: 'string', default: '3000' },
      },
    });
    const [engines, apis, port] = [Number(values.engines), Number(values.apis), Number(values.port)];
    const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= 20;
    if (!isCount(engines) || !isCount(apis) || !Number.isInteger(port) || port < 0 || port > 65_535) return null;
    return { engines, apis, isJson: values.json, home: path.resolve(values.home), port };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
