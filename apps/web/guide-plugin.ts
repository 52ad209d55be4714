// The part of the build that writes the guide: one HTML file for each page and language in dist/web/guide, with its styles, theme script and pictures.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fontSheetsOf } from './built-files.ts';
import { renderGuide } from './src/features/guide/render-guide.tsx';
import type { Language } from './src/i18n/language.ts';

const sourceOf = (relative: string): string =>
  fileURLToPath(new URL(`src/features/guide/${relative}`, import.meta.url));

/** The script sets the theme that the visitor has chosen in the product, or the theme of the system, also when it changes. It is a file, because the policy of the server refuses inline scripts that it does not know. */
const themeScript =
  'try{var t=localStorage.theme,m=matchMedia("(prefers-color-scheme:dark)");(m.onchange=function(){document.documentElement.className=t=="dark"||t!="light"&&m.matches?"dark":"light"})()}catch(e){}';

/** Writes the guide after the web app, whose style sheets it uses. */
export const withGuide = (): Plugin => ({
  name: 'with-guide',
  apply: 'build',
  generateBundle(_, bundle) {
    const addressOf = (name: string, source: string | Uint8Array): string =>
      `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
    const outputs = Object.values(bundle);
    const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
    const product = entry?.type === 'chunk' ? [...(entry.viteMetadata?.importedCss ?? [])] : [];
    if (product.length === 0) throw new Error('The guide found no style sheet of the web app.');
    const own = addressOf('guide.css', readFileSync(sourceOf('guide.css'), 'utf8'));
    const theme = addressOf('theme.js', themeScript);
    const pictures = new Map<string, string>();
    const picture = (slug: string, language: Language): string | null => {
      const name = `${slug}-${language}.webp`;
      const file = sourceOf(`pictures/${language}/${slug}.webp`);
      if (!existsSync(file)) return null;
      const address = pictures.get(name) ?? addressOf(name, readFileSync(file));
      pictures.set(name, address);
      return address;
    };
    const pages = renderGuide((language) => ({
      styles: [
        ...product.map((name) => `/${name}`),
        ...fontSheetsOf(Object.keys(bundle), language).map((name) => `/${name}`),
        own,
      ],
      theme,
      picture,
    }));
    for (const { path, html } of pages)
      this.emitFile({ type: 'asset', fileName: `${path.slice(1)}.html`, source: html });
  },
});
