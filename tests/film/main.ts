// `npm run film -- pictures` writes the pictures of the guide. With --short the command writes the pictures of one language to a folder that it
// deletes, and so proves that the product still has every screen of the pictures.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { languages } from '../../apps/web/src/i18n/language.ts';
import { readCommandLine } from '../../tools/command-line/command-line.ts';
import { buildProduct, root } from '../e2e/support/product.ts';
import { makePictures } from './make-pictures.ts';

const usage = 'Usage: npm run film -- pictures [--short]\n';
const [kind, ...options] = process.argv.slice(2);
const { short } = readCommandLine(
  usage,
  { short: { type: 'boolean', default: false } },
  // Another word than "pictures" is a wrong option, so that the usage is shown.
  kind === 'pictures' ? options : [kind ?? '', ...options],
);

await buildProduct();
const scratch = await mkdtemp(path.join(tmpdir(), 'rondo-film-'));
try {
  if (short) await makePictures(scratch, languages.slice(0, 1));
  else await makePictures(path.join(root, 'apps/web/src/features/guide/pictures'), languages);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
