// Responds with an error body to a request whose HTTP or address cannot be parsed. No route receives this request.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ApiError, toErrorBody } from './api-error.ts';
import { refusalHeaders } from '../edge/security-headers.ts';

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Returns the function that writes the response directly to the socket and closes the socket, because the next bytes may not be a request. */
export function createMalformedResponder(isInsecureHttp: boolean) {
  const headers = Object.entries(refusalHeaders(isInsecureHttp)).map(([name, value]) => `${name}: ${value}`);
  return (
    error: { readonly code?: string },
    socket: Pick<Socket, 'destroyed' | 'writable' | 'write' | 'destroy'>,
  ): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(malformedResponse(reasons[error.code ?? ''] ?? '400 Bad Request', headers));
    socket.destroy();
  };
}

function malformedResponse(status: string, securityHeaders: readonly string[]): string {
  const body = JSON.stringify(toErrorBody(new ApiError('BAD_REQUEST'), randomUUID()));
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...securityHeaders,
    'connection: close',
  ];
  return [...headers, '', body].join('\r\n');
}
