// A REST request to the exchange core. The core itself has no HTTP server.

/** One REST request as it arrived. `query` is the raw text after `?`. The header names can have upper and lower case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** The network address of the caller. Some rules depend on this address. */
  readonly address?: string;
}

/** Returns the token of an `Authorization: Bearer` header. Returns undefined when the header is missing. */
export function bearerOf(request: CoreRequest): string | undefined {
  const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}
