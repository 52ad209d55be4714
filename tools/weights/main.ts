// Builds the web app in memory and compares the gzip sizes of the scripts and style sheets of each route with the budget table, and the sizes of the fonts of each language with their limits.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import {
  alternatives,
  budgets,
  budgetsIn,
  fontLimitsKb,
  languageExtraKb,
  onDemand,
  type OtherLanguage,
} from './budgets.ts';
import { fontRulesIn, loadedFonts } from './fonts.ts';
import { findHeavy, findUnlisted, findWorkbench, weighRoutes, type Chunk } from './weigh.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bytesPerKb = 1_000;

// With another value, the build would contain the slower and larger development code of React.
process.env['NODE_ENV'] = 'production';
const configFile = path.join(root, 'apps', 'web', 'vite.config.ts');
const outputs = await buildOutputs();
const chunks = chunksOf(outputs);
const languages = Object.keys(languageExtraKb) as OtherLanguage[]; // The record has these keys only.
const tables = [budgets, ...languages.map(budgetsIn)].map((table) => weighRoutes(chunks, table));
for (const [index, weights] of tables.entries()) {
  print(`texts: ${['en', ...languages][index]}`);
  for (const { name, kb, limitKb, stylesKb, stylesLimitKb } of weights)
    print(
      `${name.padEnd(40)} ${kb.toFixed(1).padStart(6)} of ${limitKb} KB, style sheets ${stylesKb.toFixed(1)} of ${stylesLimitKb} KB`,
    );
}
const findings = [
  ...tables.flatMap(findHeavy),
  ...findHeavyFonts(),
  ...findWorkbench(chunks),
  ...findUnlisted(chunks, [...budgets.flatMap(({ loads }) => loads), ...onDemand], alternatives),
];
for (const finding of findings) print(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

async function buildOutputs(): Promise<Rolldown.RolldownOutput['output'][number][]> {
  const built = await build({ configFile, mode: 'production', logLevel: 'error', build: { write: false } });
  return (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
}

function assetOf(file: string): Uint8Array {
  const asset = outputs.find(({ fileName }) => fileName === file);
  if (asset?.type !== 'asset') throw new Error(`The build has no file ${file}.`);
  return Buffer.from(asset.source);
}

function chunksOf(all: typeof outputs): readonly Chunk[] {
  return all.flatMap((each) => {
    if (each.type !== 'chunk') return [];
    const modules = Object.keys(each.modules).map((id) => path.relative(root, id).split(path.sep).join('/'));
    return [
      {
        file: each.fileName,
        isEntry: each.isEntry,
        modules,
        imports: each.imports,
        dynamicImports: each.dynamicImports,
        styles: [...(each.viteMetadata?.importedCss ?? [])].map((file) => ({
          file,
          bytes: gzipSync(assetOf(file)).length,
        })),
        bytes: gzipSync(each.code).length,
      },
    ];
  });
}

/** Prints the size of the fonts that a page with all texts of a language loads. Returns one sentence for each language above its limit. */
function findHeavyFonts(): readonly string[] {
  const sheets = outputs.filter(({ fileName }) => fileName.endsWith('.css'));
  const rules = sheets.flatMap(({ fileName }) => fontRulesIn(Buffer.from(assetOf(fileName)).toString('utf8')));
  return Object.entries(fontLimitsKb).flatMap(([language, limitKb]) => {
    const bytes = loadedFonts(rules, textsOf(language)).map((file) => assetOf(file).length);
    const kb = bytes.reduce((sum, each) => sum + each, 0) / bytesPerKb;
    print(`fonts: ${language} ${kb.toFixed(1)} of ${limitKb} KB in ${bytes.length} files`);
    return kb > limitKb ? [`fonts: ${language} loads ${kb.toFixed(3)} KB, the limit is ${limitKb} KB`] : [];
  });
}

/** Returns the code of all texts of a language. */
function textsOf(language: string): string {
  const folder = `apps/web/src/i18n/${language}/`;
  return outputs
    .flatMap((each) => (each.type === 'chunk' ? Object.entries(each.modules) : []))
    .filter(([id]) => path.relative(root, id).split(path.sep).join('/').startsWith(folder))
    .map(([, { code }]) => code ?? '')
    .join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
