// The bus: publishes hints to the other nodes and receives their hints. A node without NATS has a bus that does nothing.
import type { Clock, Log } from '@rondo/engine/ports';
import { readAccess, type BusSettings } from './access.ts';
import { keepConnected } from './connection.ts';
import { maxMessageBytes } from './limits.ts';
import { decodeHint, encodeHint, type DecodedHint } from './message.ts';
import { keyOf, subjectOf, subjects, type HintFields, type HintName } from './subjects.ts';

/** The figures of the bus since the start of the node. */
export interface BusFigures {
  readonly isConnected: boolean;
  readonly published: number;
  /** The hints that were dropped because there was no connection. */
  readonly dropped: number;
  readonly received: number;
  /** The received messages that are not a hint of their subject. */
  readonly invalid: number;
  /** The hints of other installations, which were ignored. */
  readonly foreign: number;
  /** The publications and subscriptions that the server of NATS has refused. */
  readonly violations: number;
}

/** The connection of this node to the other nodes. No call waits for NATS, except `close`, which waits for at most `closeMs`. */
export interface Bus {
  /** The name of this node in its hints. */
  readonly node: string;
  /** Publishes a hint. While there is no connection, the hint is dropped and counted. Throws when the hint is larger than its row allows. */
  publish<Name extends HintName>(name: Name, fields: HintFields<Name>): void;
  /** Calls the listener for each hint of the other nodes. `key` is the last part of a subject with a key field. */
  subscribe<Name extends HintName>(
    name: Name,
    listener: (hint: DecodedHint<Name>) => void,
    key?: string,
  ): { close(): void };
  /** Calls the listener after every connection. Hints may have been lost before it, so the listener publishes or reads the full state. */
  onConnected(listener: () => void): { close(): void };
  figures(): BusFigures;
  close(): Promise<void>;
}

/** What the bus needs. Every hint contains the installation and the node. */
export interface BusDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The name of the installation, which all its nodes know from their database. */
  readonly installation: string;
  /** The name of this node. No other node of the installation has it. */
  readonly node: string;
  /** The settings of NATS, or null when this node has no NATS. */
  readonly settings: BusSettings | null;
}

/** Opens the bus and returns it before it is connected. Throws when a file of the settings cannot be read. */
export async function openBus(deps: BusDeps): Promise<Bus> {
  return deps.settings === null ? silentBus(deps.node) : createBus(deps, await readAccess(deps.settings));
}

function createBus({ clock, log, installation, node }: BusDeps, access: Awaited<ReturnType<typeof readAccess>>): Bus {
  const connectedListeners = new Set<() => void>();
  const counts = { published: 0, dropped: 0, received: 0, invalid: 0, foreign: 0 };
  // A failed listener must not end the reader of the connection.
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      log.write('error', 'bus.listenerFailed', { cause: error instanceof Error ? error.message : 'unknown' });
    }
  };
  const connection = keepConnected({
    clock,
    log,
    name: node,
    access,
    onConnected: () => connectedListeners.forEach(guarded),
  });
  let sequence = 0;
  return {
    node,
    publish(name, fields) {
      sequence += 1;
      const text = encodeHint({ installation, from: node, n: sequence }, fields);
      const limit = Math.min(subjects[name].maxBytes, maxMessageBytes);
      if (Buffer.byteLength(text) > limit) throw new Error(`The hint "${name}" has more than ${limit} bytes.`);
      const isSent = connection.send(subjectOf(name, keyOf(name, fields)), text);
      counts[isSent ? 'published' : 'dropped'] += 1;
    },
    subscribe(name, listener, key) {
      return connection.listen(subjectOf(name, key), (text) => {
        const hint = decodeHint(name, text);
        if (hint === null) {
          counts.invalid += 1;
          return;
        }
        if (hint.origin.installation !== installation) {
          counts.foreign += 1;
          return;
        }
        counts.received += 1;
        guarded(() => listener(hint));
      });
    },
    onConnected(listener) {
      connectedListeners.add(listener);
      return { close: () => void connectedListeners.delete(listener) };
    },
    figures: () => ({ ...counts, isConnected: connection.isConnected(), violations: connection.violations() }),
    close: () => connection.close(),
  };
}

function silentBus(node: string): Bus {
  const nothing = { close: (): void => undefined };
  return {
    node,
    publish: () => undefined,
    subscribe: () => nothing,
    onConnected: () => nothing,
    figures: () => ({
      isConnected: false,
      published: 0,
      dropped: 0,
      received: 0,
      invalid: 0,
      foreign: 0,
      violations: 0,
    }),
    close: () => Promise.resolve(),
  };
}
