// The calls about people: signing up, and the operator's decisions.
import {
  approveRequestSchema,
  auditListSchema,
  auditQuerySchema,
  operatorLinkListSchema,
  operatorLinksQuerySchema,
  operatorUserSchema,
  operatorUserDetailSchema,
  operatorUserListSchema,
  operatorUsersQuerySchema,
  reasonRequestSchema,
  userParamsSchema,
} from './operator.ts';
import { registerResponseSchema, registerRequestSchema, registrationRulesSchema } from './registration.ts';
import type { ApiRoute } from '../routes/route.ts';

/** The calls for sign-up and for the decisions about people. */
export const personRoutes = {
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Sign up; usable after the operator has approved',
    body: registerRequestSchema,
    response: registerResponseSchema,
  },
  registration: {
    method: 'GET',
    path: '/api/registration',
    access: 'public',
    summary: 'The rules of signing up',
    response: registrationRulesSchema,
  },
  operatorUsers: {
    method: 'GET',
    path: '/api/operator/users',
    access: 'operator',
    summary: 'People, by approval or by a piece of e-mail or name',
    query: operatorUsersQuerySchema,
    response: operatorUserListSchema,
  },
  operatorUser: {
    method: 'GET',
    path: '/api/operator/users/:id',
    access: 'operator',
    summary: 'One person with links and audit',
    params: userParamsSchema,
    response: operatorUserDetailSchema,
  },
  approveUser: {
    method: 'POST',
    path: '/api/operator/users/:id/approve',
    access: 'operator',
    summary: 'Let a person in, or in again',
    params: userParamsSchema,
    body: approveRequestSchema,
    response: operatorUserSchema,
  },
  rejectUser: {
    method: 'POST',
    path: '/api/operator/users/:id/reject',
    access: 'operator',
    summary: 'Turn a sign-up away',
    params: userParamsSchema,
    body: reasonRequestSchema,
    response: operatorUserSchema,
  },
  revokeUser: {
    method: 'POST',
    path: '/api/operator/users/:id/revoke',
    access: 'operator',
    summary: 'Withdraw the approval: entries stop, exits stay, sessions end',
    params: userParamsSchema,
    body: reasonRequestSchema,
    response: operatorUserSchema,
  },
  operatorLinks: {
    method: 'GET',
    path: '/api/operator/links',
    access: 'operator',
    summary: 'Linked exchange accounts and their health, without secrets',
    query: operatorLinksQuerySchema,
    response: operatorLinkListSchema,
  },
  operatorAudit: {
    method: 'GET',
    path: '/api/operator/audit',
    access: 'operator',
    summary: 'The audit, newest first',
    query: auditQuerySchema,
    response: auditListSchema,
  },
} as const satisfies Record<string, ApiRoute>;
