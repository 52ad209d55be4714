// The part of the build that adds a script to the page. The script asks for the files of the opened route, and for the data of the bots tab, while the browser still reads the page, so that they do not wait for each other.
import type { Plugin, Rolldown } from 'vite';
import { createFileFinder } from './built-files.ts';
import { earlyPaths } from './src/api/calls/early-calls.ts';
import { languages } from './src/i18n/language.ts';
import { paths } from './src/paths.ts';

/** What a kind of visit loads first: modules of `src`, and texts in the chosen language. */
interface Visit {
  readonly modules: readonly string[];
  readonly texts: readonly string[];
}

const visits = {
  member: {
    modules: ['app/app.tsx', 'app/frame/shell.tsx', 'app/pages/bots-tab.tsx'],
    texts: ['start', 'guest', 'member'],
  },
} as const satisfies Readonly<Record<string, Visit>>;

/** The files of the visits, without the folder `assets`. A visit names the places of its files in the list. */
interface Preloads {
  readonly files: readonly string[];
  readonly visits: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

const folder = 'assets/';
const firstFile = /<script type="module"/;

/** Adds the script to the page of the build. */
export const withPreloads = (): Plugin => ({
  name: 'with-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // A script behind a style sheet waits for it, so this script is before the first file of the page.
    handler: (html, { bundle }) =>
      bundle === undefined
        ? html
        : html.replace(firstFile, (tag) => `<script>${scriptOf(findPreloads(bundle))}</script>\n    ${tag}`),
  },
});

function findPreloads(bundle: Rolldown.OutputBundle): Preloads {
  const filesOf = createFileFinder(bundle);
  const files: string[] = [];
  const placeOf = (file: string): number => {
    const name = file.slice(folder.length);
    return files.includes(name) ? files.indexOf(name) : files.push(name) - 1;
  };
  const placesOf = (modules: readonly string[]): readonly number[] => {
    const { scripts, styles } = filesOf(modules);
    return [...scripts, ...styles].map(placeOf);
  };
  const found = Object.entries(visits).map(([name, { modules, texts }]) => [
    name,
    Object.fromEntries(
      languages.map((language) => [
        language,
        placesOf([...modules, ...texts.map((text) => `i18n/${language}/${text}.ts`)]),
      ]),
    ),
  ]);
  // The cast is safe: each entry has the name of a visit and its places by language.
  return { files, visits: Object.fromEntries(found) as Preloads['visits'] };
}

/** The script chooses visit and language like `first-page.ts` and `i18n/language.ts`. A wrong choice costs bytes and nothing else. */
function scriptOf({ files, visits: places }: Preloads): string {
  const text = `(function(files,visits){try{
var p=location.pathname,s=localStorage,d=document;
var isMember=p.startsWith("${paths.dashboard}")||p=="${paths.home}"&&(s.accessToken||/rondo_session=1/.test(d.cookie));
var visit=isMember?visits.member:{};
var lang=visit[s.lang]?s.lang:navigator.languages.map(function(l){return l.slice(0,2).toLowerCase()}).find(function(l){return visit[l]})||"ko";
(visit[lang]||[]).forEach(function(place){var l=d.createElement("link"),f=files[place];
if(/css$/.test(f)){l.rel="preload";l.as="style";l.crossOrigin=""}else l.rel="modulepreload";
l.href="/${folder}"+f;d.head.append(l)});
if(s.accessToken&&${JSON.stringify([paths.home, paths.dashboard, paths.bots])}.includes(p)){
var early={token:s.accessToken,at:performance.now(),responses:{}};
${JSON.stringify(earlyPaths)}.forEach(function(a){
early.responses[a]=fetch(a,{headers:{accept:"application/json",authorization:"Bearer "+s.accessToken}});
early.responses[a].catch(function(){})});
window.earlyCalls=early}
}catch(e){}})`;
  return `${text.replaceAll('\n', '')}(${JSON.stringify(files)},${JSON.stringify(places)})`;
}
