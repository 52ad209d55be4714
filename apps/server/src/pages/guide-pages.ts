// The pages of the guide, which the build wrote as files (/guide/en/linking), and the choice of the language for /guide.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preferredLanguage } from './preferred-language.ts';

/** The HTML of each page of the guide by its path. It is empty when the web app was not built. */
export type GuidePages = ReadonlyMap<string, string>;

const guidePath = '/guide';

/** Reads the guide of the built web app. The contents of a language are `en.html`, a page is `en/linking.html`. */
export function readGuide(webFolder: string): GuidePages {
  const folder = path.join(webFolder, 'guide');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(
    files.map((file) => {
      const name = file.slice(0, -'.html'.length).split(path.sep).join('/');
      return [`${guidePath}/${name}`, readFileSync(path.join(folder, file), 'utf8')];
    }),
  );
}

/** Returns the address of the contents in the first language that the browser prefers and the guide has, or null for another path. */
export function guideRedirect(guide: GuidePages, pathname: string, accepted: string | undefined): string | null {
  if (pathname !== guidePath || guide.size === 0) return null;
  return `${guidePath}/${preferredLanguage(accepted, (language) => guide.has(`${guidePath}/${language}`))}`;
}
