// The error that a failed API call throws.
import type { ErrorBody } from '@rondo/contract';

export type ApiErrorFields = {
  /** The HTTP status. It is 0 when no response arrived. */
  readonly status: number;
  /** A code of the catalogue, NETWORK_ERROR, UNKNOWN_ERROR or UNREADABLE_RESPONSE. The last means that a successful response does not fit its schema. */
  readonly code: string;
  readonly body?: ErrorBody;
  /** The error text of a response without our error body: the field `message`, the field `detail`, or the plain text. */
  readonly serverMessage?: string;
  /** The request without its body, because the body may contain a password or a key (decision 13). */
  readonly request?: FailedRequest;
};

export type FailedRequest = { readonly method: string; readonly endpoint: string; readonly url: string };

/** A failed API call: the status, the code, and the error body if the response had one. */
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
