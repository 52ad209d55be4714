// The compressed text of a page. The handler of unknown addresses sends the pages, and the compression of the routes does not reach it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serverLimits } from '../limits.ts';

/** The body of a page, and the value of its header `content-encoding`. */
export interface EncodedPage {
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: string | Buffer;
}

/** Compresses the text with brotli or gzip, when the header `accept-encoding` names one of them. */
export async function encodePage(text: string, accepted: string | string[] | undefined): Promise<EncodedPage> {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (text.length < serverLimits.compressedBytes) return { encoding: null, body: text };
  if (names.includes('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: serverLimits.brotliQuality };
    return { encoding: 'br', body: await promisify(brotliCompress)(text, { params }) };
  }
  return names.includes('gzip')
    ? { encoding: 'gzip', body: await promisify(gzip)(text) }
    : { encoding: null, body: text };
}
