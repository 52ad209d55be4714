// Reads the floor plan, a table in ARCHITECTURE.md that says which imports and effects each package may use. Other rules use the floor plan.
import { textOf, unitOf, type Finding, type Tree } from '../tree.ts';

/** One row of the table. `imports` contains package names such as `decimal`, or `engine/ports` when only this entry point is allowed. */
export interface FloorRow {
  readonly unit: string;
  readonly imports: ReadonlySet<string>;
  readonly clock: string;
  readonly chance: string;
  readonly network: string;
  readonly database: string;
  readonly env: string;
}

/** A file that may use effects that its row forbids. The second table gives the reason. */
export interface FloorException {
  readonly file: string;
  readonly effects: ReadonlySet<string>;
}

export interface FloorPlan {
  readonly rows: ReadonlyMap<string, FloorRow>;
  readonly exceptions: readonly FloorException[];
}

const rowCells = 7;

/**
 * Reads the table of packages and the table of exceptions. Throws when the document has no table of packages, because the rules would otherwise
 * check nothing.
 */
export function readFloorPlan(markdown: string): FloorPlan {
  const rows = new Map<string, FloorRow>();
  const exceptions: FloorException[] = [];
  const tableLines = markdown.split('\n').filter((line) => line.startsWith('| `'));
  const packages = tableLines.flatMap((line) => /^\| `packages\/([a-z-]+)` \|/.exec(line)?.[1] ?? []);
  for (const line of tableLines) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [first = '', second = '', clock = '', chance = '', network = '', database = '', env = ''] = cells;
    const name = first.replaceAll('`', '');
    if (cells.length === rowCells && /^(packages|apps)\/[a-z-]+$/.test(name)) {
      rows.set(name, { unit: name, imports: readImports(second, packages), clock, chance, network, database, env });
    } else if (/\.tsx?$/.test(name) && cells.length === 3) {
      exceptions.push({ file: name, effects: new Set(second.split(',').map((one) => one.trim())) });
    }
  }
  if (rows.size === 0) throw new Error('ARCHITECTURE.md contains no floor plan');
  return { rows, exceptions };
}

/** Rule: every package has one row and every row has a package, the file of every exception exists, and the imports have no cycle. */
export function checkFloorPlan(tree: Tree): readonly Finding[] {
  const file = 'ARCHITECTURE.md';
  const plan = readFloorPlan(textOf(tree, file));
  const units = [...tree.keys()].flatMap((name) => (name.endsWith('/package.json') ? [unitOf(name)] : []));
  const messages = [
    ...units.filter((unit) => unit !== null && !plan.rows.has(unit)).map((unit) => `${unit} has no row`),
    ...[...plan.rows.keys()].filter((unit) => !units.includes(unit)).map((unit) => `${unit} does not exist`),
    ...plan.exceptions.filter((one) => !tree.has(one.file)).map((one) => `${one.file} does not exist`),
    ...(findCycle(plan).length > 0 ? [`a cycle: ${findCycle(plan).join(' -> ')}`] : []),
  ];
  return messages.map((message) => ({ file, line: 1, message }));
}

/** Returns the units of one cycle of imports. Returns an empty list when the floor plan has no cycle. */
export function findCycle(plan: FloorPlan): readonly string[] {
  const finished = new Set<string>();
  const walk = (unit: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(unit)) return [...trail.slice(trail.indexOf(unit)), unit];
    if (finished.has(unit)) return [];
    for (const target of plan.rows.get(unit)?.imports ?? []) {
      const cycle = walk(unitNamed(target), [...trail, unit]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(unit);
    return [];
  };
  for (const unit of plan.rows.keys()) {
    const cycle = walk(unit, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** Returns `packages/engine` for `engine` and for `engine/ports`, and `apps/server` for `server`. */
function unitNamed(target: string): string {
  const [name = ''] = target.split('/');
  return ['server', 'cli', 'web'].includes(name) ? `apps/${name}` : `packages/${name}`;
}

function readImports(cell: string, packages: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of cell.replaceAll('`', '').split(/[,;]/)) {
    const words = part.trim();
    const all = /^all packages but ([a-z]+)$/.exec(words);
    const others = all === null ? [] : packages.filter((name) => name !== all[1]);
    for (const name of others) found.add(name);
    const one = /^(?:apps\/)?([a-z]+(?:\/[a-z]+)?)(?: to serve)?$/.exec(words);
    if (all === null && one?.[1] !== undefined) found.add(one[1]);
  }
  return found;
}
