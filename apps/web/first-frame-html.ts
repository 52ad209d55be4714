// The HTML of a written page: the page of the build with the content of the renderer, and links to the files that the page needs.
import { markOf, writtenPaths, type WrittenPage } from './src/first-page.ts';
import { languageNames, languages, type Language } from './src/i18n/language.ts';
import type { RenderedPage } from './src/render-pages.tsx';

/** The files that a page needs besides the files of the page of the build. */
export interface PageLinks {
  readonly fonts: readonly string[];
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The script of the build that asks for the files of the opened route (`preloads-plugin.ts`). */
const preloadScript = /\s*<script>\(function\(files,.*?<\/script>/s;

/** A part of the page of the build, and what replaces it. */
type Change = readonly [part: string | RegExp, next: (part: string) => string];

/**
 * Returns the content with its style attributes under another name. The policy of the server refuses style attributes in HTML, and a script of the page of the build
 * sets these styles before the page is seen.
 */
const withoutStyles = (content: string): string => content.replaceAll(/(<[^>]*) style="/g, '$1 data-style="');

/** Puts the content and the links into the page of the build. */
export function pageOf(shell: string, rendered: RenderedPage, links: PageLinks): string {
  const { page, language, title, content } = rendered;
  if (content.includes('<script'))
    throw new Error(`React wrote a script into the page ${page}, which the policy of the server refuses.`);
  if (content.includes('file:')) throw new Error(`The page ${page} names a file of the machine that built it.`);
  const root = `<div id="root" data-page="${markOf(page, language)}">${withoutStyles(content)}</div>`;
  const changes: readonly Change[] = [
    ['<title>Rondo</title>', () => `<title>${title}</title>`],
    ...(page === 'bots' ? frameChanges(language, links, root) : publicChanges(page, language, { links, root })),
  ];
  return (
    changes
      .reduce((html, [part, next]) => {
        if (html.search(part) < 0) throw new Error(`The page of the build has no ${String(part)}.`);
        return html.replace(part, next);
      }, shell)
      // The page is seen before its scripts are loaded, so styles and typeface come first.
      .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
  );
}

/** A public page names its files itself, and can be read without scripts in every language. */
function publicChanges(
  page: WrittenPage,
  language: Language,
  { links, root }: { readonly links: PageLinks; readonly root: string },
): readonly Change[] {
  const addressIn = (other: Language): string => `${writtenPaths[page]}?lang=${other}`;
  const head = [
    ...links.fonts.map(fontLink),
    ...links.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...links.styles.map(styleLink),
    ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${addressIn(other)}">`),
  ];
  const others = languages.map(
    (other) => `<a href="${addressIn(other)}" hreflang="${other}" lang="${other}">${languageNames[other]}</a>`,
  );
  // Without a script, the list of languages has no effect.
  const withoutScript = `<noscript><p class="page row">${others.join(' ')}</p></noscript>`;
  return [
    ['<html lang="ko">', () => `<html lang="${language}">`],
    [preloadScript, () => ''],
    ['</head>', () => `  ${head.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', () => withoutScript + root],
  ];
}

/**
 * The frame of the bots tab is hidden until the script of the page has seen that it is right for this person. A style sheet would hold up the script that asks for the
 * scripts, so the page asks for style sheets before this script and applies them behind it.
 */
function frameChanges(language: Language, { fonts, styles }: PageLinks, root: string): readonly Change[] {
  const early = [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...fonts.map(fontLink),
  ];
  return [
    ['<html lang="ko">', () => `<html lang="${language}" class="replaced">`],
    [preloadScript, (script) => `\n    ${early.join('\n    ')}${script}`],
    ['</head>', () => `  ${styles.map(styleLink).join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', () => root],
  ];
}

function fontLink(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;
}

function styleLink(file: string): string {
  return `<link rel="stylesheet" crossorigin href="/${file}">`;
}
