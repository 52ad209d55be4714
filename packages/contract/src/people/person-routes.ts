// The calls about people: the sign-up, and the decisions of the operator.
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

/** The calls for the sign-up and for the decisions about people. */
export const personRoutes = {
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Sign up; a user can use the product after an operator has approved the sign-up',
    body: registerRequestSchema,
    response: registerResponseSchema,
  },
  registration: {
    method: 'GET',
    path: '/api/registration',
    access: 'public',
    summary: 'Return the rules of the sign-up',
    response: registrationRulesSchema,
  },
  operatorUsers: {
    method: 'GET',
    path: '/api/operator/users',
    access: 'operator',
    summary: 'List the people with an approval state, or with a part of their e-mail or name',
    query: operatorUsersQuerySchema,
    response: operatorUserListSchema,
  },
  operatorUser: {
    method: 'GET',
    path: '/api/operator/users/:id',
    access: 'operator',
    summary: 'Return one person with links and audit lines',
    params: userParamsSchema,
    response: operatorUserDetailSchema,
  },
  approveUser: {
    method: 'POST',
    path: '/api/operator/users/:id/approve',
    access: 'operator',
    summary: 'Approve a sign-up, or approve a person again',
    params: userParamsSchema,
    body: approveRequestSchema,
    response: operatorUserSchema,
  },
  rejectUser: {
    method: 'POST',
    path: '/api/operator/users/:id/reject',
    access: 'operator',
    summary: 'Reject a sign-up',
    params: userParamsSchema,
    body: reasonRequestSchema,
    response: operatorUserSchema,
  },
  revokeUser: {
    method: 'POST',
    path: '/api/operator/users/:id/revoke',
    access: 'operator',
    summary:
      'Withdraw the approval of a person: the bots place no new entries and keep their exits, and the sessions end',
    params: userParamsSchema,
    body: reasonRequestSchema,
    response: operatorUserSchema,
  },
  operatorLinks: {
    method: 'GET',
    path: '/api/operator/links',
    access: 'operator',
    summary: 'List the linked exchange accounts with their health, without secrets',
    query: operatorLinksQuerySchema,
    response: operatorLinkListSchema,
  },
  operatorAudit: {
    method: 'GET',
    path: '/api/operator/audit',
    access: 'operator',
    summary: 'Return the lines of the audit, newest first',
    query: auditQuerySchema,
    response: auditListSchema,
  },
} as const satisfies Record<string, ApiRoute>;
