// A REST request of the exchange core, which has no HTTP server.

/** One REST request as it arrived. `query` is the raw text after `?`, headers in any case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** The caller's address, for rules on addresses. */
  readonly address?: string;
}

/** The token of an `Authorization: Bearer` header; undefined without one. */
export function bearerOf(request: CoreRequest): string | undefined {
  const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}
