// Decides which failures of the account list are not shown to the user.
import { ApiError } from '../../../api/calls/api-error.ts';

/** HTTP statuses of failures that are not shown (specification 8). */
const silentStatuses: readonly number[] = [401, 404, 429];

export const isSilentFailure = (error: unknown): boolean =>
  error instanceof ApiError && silentStatuses.includes(error.status);
