// Responds with an error body to a request whose HTTP or address cannot be parsed. No route receives this request.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ApiError, toErrorBody } from './api-error.ts';
import { fixedHeaders } from '../edge/security-headers.ts';

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Writes the response directly to the socket and closes the socket, because the next bytes may not be a request. */
export function refuseMalformed(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(malformedResponse(reasons[error.code ?? ''] ?? '400 Bad Request'));
  socket.destroy();
}

function malformedResponse(status: string): string {
  const body = JSON.stringify(toErrorBody(new ApiError('BAD_REQUEST'), randomUUID()));
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(fixedHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  return [...headers, '', body].join('\r\n');
}
