// The part of the build that writes the HTML of the public pages: dist/web/first/en/index.html, dist/web/first/en/terms.html and so on. Each page has its content, so that it can be read before its scripts are loaded, or without scripts.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { withFonts } from './fonts/fonts-plugin.ts';
import { createFileFinder } from './built-files.ts';
import { markOf, publicPaths, type PublicPage } from './src/first-page.ts';
import { languageNames, languages, type Language } from './src/i18n/language.ts';
import type { RenderedPage, renderPages as RenderPages } from './src/render-pages.tsx';

const folder = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const rendererFolder = folder('../../.cache/first-frame');

/** What a page loads besides the entry of the product: modules of `src`, and texts in its language. */
const visits: Readonly<Record<PublicPage, { readonly module: string; readonly texts: readonly string[] }>> = {
  landing: { module: 'features/landing/landing-body.tsx', texts: ['start', 'bots/replay'] },
  demo: { module: 'app/pages/demo-visit.tsx', texts: ['start', 'bots/create', 'bots/replay', 'bots/demo'] },
  terms: { module: 'features/legal/legal-page.tsx', texts: ['start', 'site/legal'] },
  privacy: { module: 'features/legal/legal-page.tsx', texts: ['start', 'site/legal'] },
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
    const korean = Object.keys(bundle).filter((name) => /korean.*\.css$/.test(name));
    const fontsOf = createFontFinder(Object.keys(bundle));
    const linksOf = (page: PublicPage, language: Language): string => {
      const { module, texts } = visits[page];
      const { scripts, styles } = filesOf([module, ...texts.map((text) => `i18n/${language}/${text}.ts`)]);
      return [
        ...fontsOf(language).map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        ),
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ...[...styles, ...(language === 'ko' ? korean : [])].map(
          (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
        ),
        ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${addressIn(page, other)}">`),
      ].join('\n    ');
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
        publicPaths[page] === '/' ? 'index.html' : `${publicPaths[page].slice(1)}.html`,
      );
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, html);
    }
  },
});

/**
 * Returns the font files with the characters of the texts of a language. The page asks for them at once, because a text that changes its typeface moves the content
 * below it. The last file of a typeface has these characters (`fonts/faces.ts`), and a Russian page needs the other file too.
 */
function createFontFinder(files: readonly string[]): (language: Language) => readonly string[] {
  const filesOf = (typeface: string): readonly string[] =>
    files.filter((file) => file.startsWith(`assets/${typeface}-`) && file.endsWith('.woff2')).toSorted();
  const [inter, korean] = [filesOf('inter'), filesOf('korean')];
  if (inter.length !== 2 || korean.length === 0) throw new Error('The build has other font files than expected.');
  return (language) => [
    ...(language === 'ru' ? inter : inter.slice(-1)),
    ...(language === 'ko' ? korean.slice(-1) : []),
  ];
}

/** The script of the shell that asks for the files of the opened route. A page with content names its files itself. */
const preloadScript = /\s*<script>\(function\(files,.*?<\/script>/s;

function pageOf(shell: string, { page, language, title, content }: RenderedPage, links: string): string {
  if (content.includes('<script'))
    throw new Error(`React wrote a script into the page ${page}, which the policy of the server refuses.`);
  if (content.includes('file:')) throw new Error(`The page ${page} names a file of the machine that built it.`);
  const others = languages.map(
    (other) => `<a href="${addressIn(page, other)}" hreflang="${other}" lang="${other}">${languageNames[other]}</a>`,
  );
  // Without a script, the list of languages has no effect.
  const withoutScript = `<noscript><p class="page row">${others.join(' ')}</p></noscript>`;
  // The page can be read without its scripts, so the typeface comes first.
  const changes: readonly (readonly [string | RegExp, string])[] = [
    ['<html lang="ko">', `<html lang="${language}">`],
    ['<title>Rondo</title>', `<title>${title}</title>`],
    [preloadScript, ''],
    ['</head>', `  ${links}\n  </head>`],
    ['<div id="root"></div>', `${withoutScript}<div id="root" data-page="${markOf(page, language)}">${content}</div>`],
  ];
  return changes
    .reduce((html, [part, next]) => {
      if (html.search(part) < 0) throw new Error(`The page of the build has no ${String(part)}.`);
      return html.replace(part, () => next);
    }, shell)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
}

/** Returns the address at which the server sends a page in this language to everybody. */
function addressIn(page: PublicPage, language: Language): string {
  return `${publicPaths[page]}?lang=${language}`;
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
  if (renderer === undefined) throw new Error('The renderer of the public pages was not built.');
  // The cast is safe: this is the module that was built from `render-pages.tsx`.
  const { renderPages } = (await import(pathToFileURL(path.join(rendererFolder, renderer.fileName)).href)) as {
    readonly renderPages: typeof RenderPages;
  };
  return renderPages();
}
