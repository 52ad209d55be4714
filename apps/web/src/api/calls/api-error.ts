// A call that did not succeed, as the screens receive it.
import type { ErrorBody } from '@rondo/contract';

export type ApiErrorFields = {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A code of the catalogue, NETWORK_ERROR, or UNKNOWN_ERROR. */
  readonly code: string;
  readonly body?: ErrorBody;
  /** What came instead of our error body: its message or detail, or its text. */
  readonly serverMessage?: string;
  /** What was asked. Its body is left out: it may hold a password or a key (decision 13). */
  readonly request?: FailedRequest;
};

export type FailedRequest = { readonly method: string; readonly endpoint: string; readonly url: string };

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody | undefined;
  readonly serverMessage: string | undefined;
  readonly request: FailedRequest | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.body?.message ?? (fields.serverMessage || `HTTP error! status: ${fields.status}`));
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.body = fields.body;
    this.serverMessage = fields.serverMessage;
    this.request = fields.request;
  }
}
