// A call that did not succeed, as the screens receive it.
import type { ErrorBody } from '@rondo/contract';

export type ApiErrorFields = {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A code of the catalogue, NETWORK_ERROR, or UNKNOWN_ERROR. */
  readonly code: string;
  readonly body?: ErrorBody;
  readonly serverMessage?: string;
};

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody | undefined;
  readonly serverMessage: string | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.body?.message ?? fields.serverMessage ?? fields.code);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.body = fields.body;
    this.serverMessage = fields.serverMessage;
  }
}
