// Reads the JSON body of a request. Clients send the content type JSON on every call, even when the call has no body (specification 7).
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import { hasSafeShape } from '../edge/json-shape.ts';

/**
 * Refuses every content type except JSON. A page of another origin can send text/plain, because the browser sends no preflight request for this type
 * (reliability 5.3 item 30).
 */
export function readJsonBodies(api: Api): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  api.removeContentTypeParser(['application/json', 'text/plain']);
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return done(new ApiError('UNSUPPORTED_MEDIA_TYPE'));
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      // Invalid UTF-8 is refused, because it would be stored as characters that the person did not type.
      return done(new ApiError('BAD_REQUEST'));
    }
    if (!hasSafeShape(text)) return done(new ApiError('BAD_REQUEST'));
    return parse(request, text, done);
  });
}
