// The part of the build that writes the HTML of the public pages and of the bots tab: dist/web/first/en/index.html, dist/web/first/en/dashboard/bot.html and so on. Each page has its content, so that it is seen before its scripts are loaded.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { withFonts } from './fonts/fonts-plugin.ts';
import { createFileFinder, fontSheetsOf } from './built-files.ts';
import { pageOf, type PageLinks } from './first-frame-html.ts';
import { writtenPaths, type WrittenPage } from './src/first-page.ts';
import type { Language } from './src/i18n/language.ts';
import type { RenderedPage, renderPages as RenderPages } from './src/render-pages.tsx';

const folder = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const rendererFolder = folder('../../.cache/first-frame');

/** What a page loads besides the entry of the product: modules of `src`, and texts in its language. */
const visits: Readonly<
  Record<WrittenPage, { readonly modules: readonly string[]; readonly texts: readonly string[] }>
> = {
  landing: { modules: ['features/landing/landing-body.tsx'], texts: ['start', 'bots/replay'] },
  demo: { modules: ['app/pages/demo-visit.tsx'], texts: ['start', 'bots/create', 'bots/replay', 'bots/demo'] },
  terms: { modules: ['features/legal/legal-page.tsx'], texts: ['start', 'site/legal'] },
  privacy: { modules: ['features/legal/legal-page.tsx'], texts: ['start', 'site/legal'] },
  // The script of the shell asks for the scripts and the texts (`preloads-plugin.ts`).
  bots: { modules: ['app/frame/shell.tsx', 'app/pages/bots-tab.tsx'], texts: [] },
};

/** Writes the pages after the files of the build. */
export const withFirstFrame = (): Plugin => ({
  name: 'with-first-frame',
  apply: 'build',
  async writeBundle(options, bundle) {
    const out = path.join(options.dir ?? '', 'first');
    const shell = bundle['index.html'];
    if (shell?.type !== 'asset') throw new Error('The build has no page index.html.');
    const filesOf = createFileFinder(bundle);
    const fontsOf = createFontFinder(Object.keys(bundle));
    const linksOf = (page: WrittenPage, language: Language): PageLinks => {
      const { modules, texts } = visits[page];
      const { scripts, styles } = filesOf([...modules, ...texts.map((text) => `i18n/${language}/${text}.ts`)]);
      return {
        fonts: fontsOf(language),
        scripts: page === 'bots' ? [] : scripts,
        styles: [...styles, ...fontSheetsOf(Object.keys(bundle), language)],
      };
    };
    for (const rendered of await renderAll()) {
      const { page, language } = rendered;
      const html = pageOf(String(shell.source), rendered, linksOf(page, language));
      const unknown = assetsIn(html).filter((file) => bundle[file] === undefined);
      if (unknown.length > 0)
        throw new Error(`The page ${page} names ${unknown.join(', ')}, which the build does not have.`);
      const file = path.join(
        out,
        language,
        writtenPaths[page] === '/' ? 'index.html' : `${writtenPaths[page].slice(1)}.html`,
      );
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, html);
    }
  },
});

/**
 * Returns the font files with the characters of the texts of a language. The page asks for them at once, because a text that changes its typeface moves the content
 * below it. The last file of the Korean typeface has these characters (`fonts/faces.ts`).
 */
function createFontFinder(files: readonly string[]): (language: Language) => readonly string[] {
  const filesOf = (typeface: string): readonly string[] =>
    files.filter((file) => file.startsWith(`assets/${typeface}-`) && file.endsWith('.woff2')).toSorted();
  const [inter, cyrillic, korean] = [filesOf('inter'), filesOf('cyrillic'), filesOf('korean')];
  if (inter.length !== 1 || cyrillic.length !== 1 || korean.length === 0)
    throw new Error('The build has other font files than expected.');
  return (language) => [
    ...inter,
    ...(language === 'ru' ? cyrillic : []),
    ...(language === 'ko' ? korean.slice(-1) : []),
  ];
}

function assetsIn(html: string): readonly string[] {
  return [...html.matchAll(/"\/(assets\/[^"#]+)/g)].map((match) => match[1] ?? '');
}

/** Builds the renderer for Node, and runs it. */
async function renderAll(): Promise<readonly RenderedPage[]> {
  const built = await build({
    configFile: false,
    root: folder('.'),
    logLevel: 'error',
    plugins: [react(), withFonts()],
    build: {
      ssr: folder('src/render-pages.tsx'),
      outDir: rendererFolder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      // A second build in one process loads its own module, because the name of the module follows its content.
      rolldownOptions: { output: { entryFileNames: '[name]-[hash].js' } },
    },
  });
  const outputs = 'output' in built ? built.output : [];
  const renderer = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (renderer === undefined) throw new Error('The renderer of the written pages was not built.');
  // The cast is safe: this is the module that was built from `render-pages.tsx`.
  const { renderPages } = (await import(pathToFileURL(path.join(rendererFolder, renderer.fileName)).href)) as {
    readonly renderPages: typeof RenderPages;
  };
  return renderPages();
}
