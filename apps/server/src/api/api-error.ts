// An error with a code of the catalogue, and the error handler. Only this file turns a thrown value into a response.
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  errorCatalogue,
  errorText,
  type ErrorBody,
  type ErrorCode,
  type ErrorEntry,
  type Finding,
} from '@rondo/contract';
import type { Log } from '@rondo/engine/ports';
import { isMovingRefusal } from '@rondo/store';
import { causeOf } from '../ops/log.ts';

/** A move of one person takes a few seconds. */
const movingRetrySeconds = 10;

export interface ApiErrorDetails {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly field?: string;
  readonly plan?: unknown;
  readonly findings?: readonly Finding[];
  readonly retryAfterSeconds?: number;
}

/** An error that a route throws. The response has the status, code and message of the catalogue. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;
  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Responds to every failed request. An unexpected thrown value is logged, and its response has UNKNOWN_ERROR. */
export function createErrorResponder(log: Log) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const correlationId = randomUUID();
    const known = toApiError(error, request);
    if (known.code === 'UNKNOWN_ERROR') {
      log.write('error', 'request.failed', {
        correlationId,
        route: request.routeOptions.url ?? '',
        method: request.method,
        cause: causeOf(error),
        at: error.stack?.split('\n')[1]?.trim() ?? '',
      });
    }
    const { retryAfterSeconds } = known.details;
    const { status } = errorCatalogue[known.code];
    // The browser must not cache an error, because a missing file may exist after the next upgrade.
    reply.header('cache-control', 'no-store');
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    // RFC 9110 15.5.2 requires that a 401 names the accepted scheme. The scheme is Bearer, because a browser shows no log-in dialog for this scheme.
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    await reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(toErrorBody(known, correlationId)));
  };
}

/** The body of an error response. */
export function toErrorBody(error: ApiError, correlationId: string): ErrorBody {
  const entry: ErrorEntry = errorCatalogue[error.code];
  const { parameters = {}, field, plan, findings } = error.details;
  const text = errorText(error.code, parameters);
  const reason = parameters['reason'];
  return {
    message: error.code === 'VALIDATION' ? withReason(text, field, reason) : text,
    error_code: entry.wireCode ?? error.code,
    message_key: entry.messageKey,
    parameters: { ...parameters },
    ...(field === undefined ? {} : { field }),
    ...(entry.scope === undefined ? {} : { scope: entry.scope }),
    correlation_id: correlationId,
    ...(plan === undefined ? {} : { plan }),
    ...(findings === undefined ? {} : { findings: [...findings] }),
  };
}

function withReason(text: string, field: string | undefined, reason = ''): string {
  return field === undefined ? `${text} (${reason})` : `${text} (${field}: ${reason})`;
}

function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error.validation, request);
  if (isMovingRefusal(error)) return new ApiError('PERSON_MOVING', { retryAfterSeconds: movingRetrySeconds });
  if (error.statusCode === 413) return new ApiError('PAYLOAD_TOO_LARGE');
  if (error.statusCode === 415) return new ApiError('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiError('BAD_REQUEST');
  return new ApiError('UNKNOWN_ERROR');
}

type ValidationIssues = readonly {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: unknown;
}[];

function validationError(issues: ValidationIssues, request: FastifyRequest): ApiError {
  const first = issues[0];
  const path = (first?.instancePath ?? '').split('/').filter((part) => part !== '');
  const field = [...path, ...unknownKeys(first?.params)].join('.');
  const leftOut = request.routeOptions.url === '/api/auth/login' ? leftOutOfLogin(request.body) : null;
  if (leftOut !== null) return new ApiError('LOGIN_REQUIRED_FIELDS', { field: leftOut });
  const reason = first?.message ?? 'not accepted';
  return new ApiError(
    'VALIDATION',
    field === '' ? { parameters: { reason } } : { field, parameters: { field, reason } },
  );
}

/** Returns the first of the e-mail and the password that the body of a log-in lacks, or null. */
export function leftOutOfLogin(body: unknown): 'email' | 'password' | null {
  const given = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const [email, password] = [given.get('email'), given.get('password')];
  if (typeof email !== 'string' || email.trim() === '') return 'email';
  return typeof password !== 'string' || password === '' ? 'password' : null;
}

/** Returns the first unknown field of an object whose schema refuses unknown fields. */
function unknownKeys(params: unknown): readonly string[] {
  if (typeof params !== 'object' || params === null || !('keys' in params) || !Array.isArray(params.keys)) return [];
  return params.keys.slice(0, 1).map(String);
}
