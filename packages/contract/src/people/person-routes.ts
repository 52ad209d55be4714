// The calls about people: signing up, and what operators do.
import {
  approveRequest,
  auditList,
  auditQuery,
  operatorLinkList,
  operatorLinksQuery,
  operatorUser,
  operatorUserDetail,
  operatorUserList,
  operatorUsersQuery,
  reasonRequest,
  userParams,
} from './operator.ts';
import { registerAnswer, registerRequest, registrationRules } from './registration.ts';
import type { Route } from '../routes/route.ts';

/** Signing up and deciding about it. */
export const personRoutes = {
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Sign up; usable after the operator has approved',
    body: registerRequest,
    answer: registerAnswer,
  },
  registration: {
    method: 'GET',
    path: '/api/registration',
    access: 'public',
    summary: 'The rules of signing up',
    answer: registrationRules,
  },
  operatorUsers: {
    method: 'GET',
    path: '/api/operator/users',
    access: 'operator',
    summary: 'People, by approval or by a piece of e-mail or name',
    query: operatorUsersQuery,
    answer: operatorUserList,
  },
  operatorUser: {
    method: 'GET',
    path: '/api/operator/users/:id',
    access: 'operator',
    summary: 'One person with links and audit',
    params: userParams,
    answer: operatorUserDetail,
  },
  approveUser: {
    method: 'POST',
    path: '/api/operator/users/:id/approve',
    access: 'operator',
    summary: 'Let a person in, or in again',
    params: userParams,
    body: approveRequest,
    answer: operatorUser,
  },
  rejectUser: {
    method: 'POST',
    path: '/api/operator/users/:id/reject',
    access: 'operator',
    summary: 'Turn a sign-up away',
    params: userParams,
    body: reasonRequest,
    answer: operatorUser,
  },
  revokeUser: {
    method: 'POST',
    path: '/api/operator/users/:id/revoke',
    access: 'operator',
    summary: 'Withdraw the approval: entries stop, exits stay, sessions end',
    params: userParams,
    body: reasonRequest,
    answer: operatorUser,
  },
  operatorLinks: {
    method: 'GET',
    path: '/api/operator/links',
    access: 'operator',
    summary: 'Linked exchange accounts and their health, without secrets',
    query: operatorLinksQuery,
    answer: operatorLinkList,
  },
  operatorAudit: {
    method: 'GET',
    path: '/api/operator/audit',
    access: 'operator',
    summary: 'The audit, newest first',
    query: auditQuery,
    answer: auditList,
  },
} as const satisfies Record<string, Route>;
