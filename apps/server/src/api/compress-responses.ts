// Compresses the responses of the API and the page of the web app. The files of the web app were compressed when they were built.
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import { serverLimits } from '../limits.ts';
import type { Api } from './api.ts';

/**
 * Compresses every response to a GET call that has at least `compressedBytes`, when the browser accepts brotli or gzip. The route table switches
 * this off for calls of other methods, because their responses contain tokens. Compressed bodies of requests are refused (`readJsonBodies`).
 */
export async function compressResponses(api: Api): Promise<void> {
  await api.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: serverLimits.compressedBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: serverLimits.brotliQuality } },
    globalDecompression: false,
  });
}
