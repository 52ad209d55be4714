// The faults of a crash trial, and a function that executes one fault.
import type { SeededChance } from '@rondo/testkit';
import type { NetworkState } from './network.ts';
import type { CrashWorld, Victim } from './world.ts';

const PAUSE_MS = { least: 500, most: 20_000 };
const NETWORK_FAULT_MS = { least: 1_000, most: 12_000 };
const DELAY_MS = { least: 50, most: 2_500 };

/** All faults of a trial. A fault without `server` leaves the server process alive. */
export const crashFaults = [
  'kill server',
  'kill exchange',
  'kill database',
  'kill server and exchange',
  'kill server and database',
  'pause server',
  'pause exchange',
  'pause database',
  'delay network',
  'cut network',
  'lose responses',
] as const;
export type CrashFault = (typeof crashFaults)[number];

const victims = {
  'kill server': ['server'],
  'kill exchange': ['exchange'],
  'kill database': ['database'],
  'kill server and exchange': ['server', 'exchange'],
  'kill server and database': ['server', 'database'],
} as const satisfies Readonly<Record<string, readonly Victim[]>>;

const paused = {
  'pause server': 'server',
  'pause exchange': 'exchange',
  'pause database': 'database',
} as const satisfies Readonly<Record<string, Victim>>;

/** A fault with its durations. */
export type PlannedFault = { readonly text: string; readonly execute: (world: CrashWorld) => Promise<void> };

/** Chooses the durations of a fault. `execute` ends when the product is healthy after the fault. */
export function planFault(fault: CrashFault, chance: SeededChance): PlannedFault {
  switch (fault) {
    case 'kill server':
    case 'kill exchange':
    case 'kill database':
    case 'kill server and exchange':
    case 'kill server and database':
      return { text: fault, execute: (world) => world.kill(victims[fault]) };
    case 'pause server':
    case 'pause exchange':
    case 'pause database': {
      const ms = chance.between(PAUSE_MS.least, PAUSE_MS.most);
      return { text: `${fault} for ${ms} ms`, execute: (world) => world.pause(paused[fault], ms) };
    }
    case 'delay network': {
      const delayMs = chance.between(DELAY_MS.least, DELAY_MS.most);
      return planNetworkFault(`delay network by ${delayMs} ms`, { kind: 'delayed', delayMs }, chance);
    }
    case 'cut network':
      return planNetworkFault(fault, { kind: 'cut' }, chance);
    case 'lose responses':
      return planNetworkFault(fault, { kind: 'responseless' }, chance);
    default:
      return fault satisfies never;
  }
}

function planNetworkFault(text: string, state: NetworkState, chance: SeededChance): PlannedFault {
  const ms = chance.between(NETWORK_FAULT_MS.least, NETWORK_FAULT_MS.most);
  return {
    text: `${text} for ${ms} ms`,
    async execute({ network, waitUntilHealthy }) {
      network.set(state);
      await new Promise((resolve) => setTimeout(resolve, ms));
      network.set({ kind: 'open' });
      await waitUntilHealthy();
    },
  };
}
