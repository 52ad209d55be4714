// Groups the modules of the build into few files, so that a visit sends few requests. A module that is in no group gets its file from the bundler.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of the graph of the modules that the groups need. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Group {
  readonly debugName: string;
  readonly priority: number;
  readonly name: (id: string, graph: Graph) => string | null;
}

/** The kinds of visits with the modules that they import first, relative to the folder src. */
const visits = {
  every: ['main.tsx'],
  landing: ['features/landing/landing-page.tsx', 'features/landing/landing-body.tsx'],
  later: ['features/landing/landing-later.tsx'],
  legal: ['features/legal/legal-page.tsx'],
  app: ['app/app.tsx', 'app/pages/start-page.tsx', 'i18n/member-texts.ts'],
  member: ['app/frame/shell.tsx', 'app/pages/bots-tab.tsx', 'features/chart/ladder-chart.tsx'],
  demo: ['app/pages/demo-visit.tsx', 'i18n/member-texts.ts'],
  open: ['app/pages/register-page.tsx', 'features/auth/reset-page.tsx', 'features/link/pop-up/callback-page.tsx'],
} as const;
type Visit = keyof typeof visits;

/** The groups in the order of their imports: a group imports only groups before it, so no two files import each other. */
const groups = ['guest', 'landing', 'table', 'later', 'client', 'app', 'plan', 'member'] as const;
type Name = (typeof groups)[number];

const source = fileURLToPath(new URL('./src/', import.meta.url));

/** Returns the groups of the build. The first group has the highest priority, because the bundler adds to a group the modules that it imports. */
export function chunkGroups(): Group[] {
  let found: ReadonlyMap<string, Name> | null = null;
  const byVisits = groups.map((name, index) => ({
    debugName: name,
    priority: groups.length - index,
    name: (id: string, graph: Graph) => {
      found ??= findGroups(graph);
      return found.get(id) === name ? name : null;
    },
  }));
  return [...byVisits, { debugName: 'texts', priority: groups.length + 1, name: firstTextsOf }];
}

/** The texts of every page and of the replayed rounds, which the landing page shows, are one file in each language. */
function firstTextsOf(id: string): string | null {
  const [, language] = /\/i18n\/(\w\w)\/(?:start|bots\/replay)\.ts$/.exec(id) ?? [];
  return language === undefined ? null : `start-${language}`;
}

function findGroups(graph: Graph): ReadonlyMap<string, Name> {
  const users = new Map<string, Set<Visit>>();
  // The cast is safe, because the object is a constant.
  for (const visit of Object.keys(visits) as Visit[]) {
    const waiting = visits[visit].map((root) => path.join(source, root));
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const found = users.get(id) ?? new Set();
      if (found.has(visit) || isOutside(id)) continue;
      users.set(id, found.add(visit));
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  // The page names the entry, so the entry stays a file of its own.
  users.delete(path.join(source, 'main.tsx'));
  return new Map([...users].flatMap(([id, found]) => nameOf(found).map((name) => [id, name] as const)));
}

/** Returns the group of the modules that exactly these visits import, or nothing. */
function nameOf(users: ReadonlySet<Visit>): readonly Name[] {
  const isPublic = users.has('landing') || users.has('later') || users.has('legal');
  // The lower part of the landing page is never open without its upper part.
  const isLanding = users.has('landing') && users.has('later') && users.size === 2;
  // The upper part of the landing page, which is loaded first, has no table.
  if (users.has('later') && users.has('demo') && users.size === 2) return ['table'];
  if (users.has('every') || (isPublic && users.size > 1 && !isLanding)) return ['guest'];
  if (users.has('landing')) return ['landing'];
  if (users.has('later')) return ['later'];
  if (users.has('demo') && (users.has('app') || users.has('open'))) return ['client'];
  if (users.has('demo') && users.has('member')) return ['plan'];
  if (users.has('app') || (users.has('member') && users.has('open'))) return ['app'];
  return users.has('member') ? ['member'] : [];
}

/**
 * Returns true for modules that the search leaves out: packages except React and the queries, because the bundler adds what a group uses of them; the styles of all pages, which belong to the
 * entry; and texts, because a visit loads the texts of one language only.
 */
function isOutside(id: string): boolean {
  if (/\/node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(id)) return false;
  return !id.startsWith(source) || /^(styles|i18n\/(ko|en|ru|zh|ja))\//.test(id.slice(source.length));
}
