// Which failures of the account list are not told.
import { ApiError } from '../../../api/calls/api-error.ts';

/** Specification 8. */
const silentStatuses: readonly number[] = [401, 404, 429];

export const isSilentFailure = (error: unknown): boolean =>
  error instanceof ApiError && silentStatuses.includes(error.status);
