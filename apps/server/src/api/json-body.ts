// Reads the JSON of a request. Clients name JSON on every call (specification 7): a call without a body may do so too.
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';

/** JSON and nothing else: a form of another page can send text/plain without asking (reliability 5.3 item 30). */
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
      // Invalid UTF-8 would be stored as other characters than were typed.
      return done(new ApiError('BAD_REQUEST'));
    }
    return parse(request, text, done);
  });
}
