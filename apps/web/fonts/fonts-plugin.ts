// The part of the build that cuts the typefaces to the characters of the web app. The modules `virtual:inter.css`, `virtual:cyrillic.css` and `virtual:korean.css` are their style sheets.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { cyrillicFaces, interFaces, koreanFaces, type Face } from './faces.ts';
import { interStandInRules, koreanStandInRules } from './stand-ins.ts';

const require = createRequire(import.meta.url);
const fonts: Readonly<Record<Face['font'], string>> = {
  latin: require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  cyrillic: require.resolve('@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2'),
  korean: require.resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2'),
};
const source = fileURLToPath(new URL('../src', import.meta.url));
/** The files are kept between builds, because cutting them takes some seconds. */
const cache = fileURLToPath(new URL('../../../.cache/fonts', import.meta.url));
/** A change of this number makes new files of the same characters. */
const format = 1;
/** The style sheets use the weights 400 to 700. */
const variationAxes = { wght: { min: 400, max: 700 } };

interface Sheet {
  readonly faces: readonly Face[];
  /** The rules of the fonts of the system that are shown before the files. */
  readonly standIns: readonly string[];
}

const sheets: Readonly<Record<string, (texts: string) => Sheet>> = {
  'virtual:inter.css': (texts) => ({ faces: interFaces(texts), standIns: interStandInRules(texts) }),
  'virtual:cyrillic.css': () => ({ faces: cyrillicFaces(), standIns: [] }),
  'virtual:korean.css': (texts) => ({ faces: koreanFaces(texts), standIns: koreanStandInRules() }),
};

/** Resolves the style sheets of the typefaces. */
export const withFonts = (): Plugin => ({
  name: 'with-fonts',
  enforce: 'pre',
  async resolveId(id) {
    const sheetOf = sheets[id];
    return sheetOf === undefined ? null : writeSheet(id.slice('virtual:'.length), sheetOf(await readTexts()));
  },
});

/** Returns all code of the web app. Its characters include every character of every text. */
async function readTexts(): Promise<string> {
  const files = (await readdir(source, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  return (await Promise.all(files.map((file) => readFile(path.join(source, file), 'utf8')))).join('');
}

/** Writes a style sheet and its font files unless they exist. Returns the path of the style sheet. */
async function writeSheet(name: string, { faces, standIns }: Sheet): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify({ format, faces, standIns })).digest('hex').slice(0, 16);
  const folder = path.join(cache, `${path.parse(name).name}-${digest}`);
  if (existsSync(folder)) return path.join(folder, name);
  // Another build can write the same folder at the same time, so the folder gets its name only when it is complete.
  const unfinished = `${folder}-${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  const rules = [...standIns];
  for (const [index, face] of faces.entries()) {
    const file = `${path.parse(name).name}-${index}.woff2`;
    await writeFile(path.join(unfinished, file), await cut(face));
    rules.push(ruleOf(face, file));
  }
  await writeFile(path.join(unfinished, name), rules.join('\n'));
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return path.join(folder, name);
}

async function cut({ font, characters }: Face): Promise<Uint8Array> {
  const whole = await readFile(fonts[font]);
  return subsetFont(whole, characters.join(''), { targetFormat: 'woff2', variationAxes });
}

function ruleOf({ family, range }: Face, file: string): string {
  return `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:400 700;src:url(./${file}) format('woff2');unicode-range:${range}}`;
}
