// Builds the web app in memory and compares the gzip size of the scripts of each route with the budget table.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { alternatives, budgets, budgetsIn, languageExtraKb, onDemand, type OtherLanguage } from './budgets.ts';
import { findHeavy, findUnlisted, findWorkbench, weighRoutes, type Chunk } from './weigh.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// With another value, the build would contain the slower and larger development code of React.
process.env['NODE_ENV'] = 'production';
const configFile = path.join(root, 'apps', 'web', 'vite.config.ts');
const chunks = await buildChunks();
const languages = Object.keys(languageExtraKb) as OtherLanguage[]; // The record has these keys only.
const tables = [budgets, ...languages.map(budgetsIn)].map((table) => weighRoutes(chunks, table));
for (const [index, weights] of tables.entries()) {
  print(`texts: ${['en', ...languages][index]}`);
  for (const { name, kb, limitKb } of weights)
    print(`${name.padEnd(32)} ${kb.toFixed(1).padStart(6)} of ${limitKb} KB`);
}
const findings = [
  ...tables.flatMap(findHeavy),
  ...findWorkbench(chunks),
  ...findUnlisted(chunks, [...budgets.flatMap(({ loads }) => loads), ...onDemand], alternatives),
];
for (const finding of findings) print(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

async function buildChunks(): Promise<readonly Chunk[]> {
  const built = await build({ configFile, mode: 'production', logLevel: 'error', build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  return outputs.flatMap((each) => {
    if (each.type !== 'chunk') return [];
    const modules = Object.keys(each.modules).map((id) => path.relative(root, id).split(path.sep).join('/'));
    const bytes = gzipSync(each.code).length;
    return [
      {
        file: each.fileName,
        isEntry: each.isEntry,
        modules,
        imports: each.imports,
        dynamicImports: each.dynamicImports,
        bytes,
      },
    ];
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
