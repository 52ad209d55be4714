// `npm run film` writes the how-to film, its poster and its captions. `npm run film -- pictures` writes the pictures of the guide. With --short
// the command writes a part of them to a folder that it deletes, and so proves that the product still has every screen of the film.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { languages } from '../../apps/web/src/i18n/language.ts';
import { readCommandLine } from '../../tools/command-line/command-line.ts';
import { buildProduct, root } from '../e2e/support/product.ts';
import { makeFilm } from './make-film.ts';
import { makePictures } from './make-pictures.ts';

const usage = 'Usage: npm run film -- [pictures] [--short]\n';
const arePictures = process.argv[2] === 'pictures';
const { short } = readCommandLine(
  usage,
  { short: { type: 'boolean', default: false } },
  process.argv.slice(arePictures ? 3 : 2),
);

await buildProduct();
const scratch = await mkdtemp(path.join(tmpdir(), 'rondo-film-'));
const web = path.join(root, 'apps', 'web');
const target = short ? scratch : path.join(web, arePictures ? 'src/features/guide/pictures' : 'public/film');
try {
  await mkdir(target, { recursive: true });
  if (arePictures) await makePictures(target, short ? languages.slice(0, 1) : languages);
  else await makeFilm(target, short ? 'short' : 'calm');
} finally {
  await rm(scratch, { recursive: true, force: true });
}
