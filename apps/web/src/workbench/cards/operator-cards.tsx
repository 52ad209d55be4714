// The operator's console in its states: queue, people, links, health, audit and the dialogs.
import type { AuditEntryWire, HealthResponse, OperatorLink, OperatorUser } from '@rondo/contract';
import { AuditTab } from '../../features/operator/audit/audit-tab.tsx';
import { initialPlace, type ConsoleTab } from '../../features/operator/console-place.ts';
import { HealthTab } from '../../features/operator/health-tab.tsx';
import { LinksTab } from '../../features/operator/links/links-tab.tsx';
import { DecisionDialog } from '../../features/operator/people/decision-dialog.tsx';
import type { Verdict } from '../../features/operator/people/decision.ts';
import { PeopleTab } from '../../features/operator/people/people-tab.tsx';
import { PersonDialog } from '../../features/operator/people/person-dialog.tsx';
import { fixedTime } from '../samples.ts';
import { Opener, type Specimen } from '../specimen.tsx';
import { failing, Responding, type Responses } from '../world.tsx';
import '../../features/operator/operator.css';

/** A person who waits for the approval of the operator. */
export const fixedApplicant: OperatorUser = {
  id: 'user-2',
  email: 'jun@example.com',
  name: 'jun_trades',
  role: 'member',
  level: 0,
  approval: 'pending',
  has_granted: false,
  ref: '222222',
  region: 'KR',
  has_second_factor: false,
  linked_accounts: 0,
  running_bots: 0,
  created_at: fixedTime,
  last_login_at: null,
};

const people: readonly OperatorUser[] = [
  {
    ...fixedApplicant,
    id: 'user-3',
    email: 'anna@example.com',
    name: 'anna',
    level: 2,
    approval: 'approved',
    has_granted: true,
    has_second_factor: true,
    linked_accounts: 2,
    running_bots: 3,
    last_login_at: fixedTime,
  },
  { ...fixedApplicant, id: 'user-4', email: 'a.very.long.address@mail.example.com', approval: 'rejected' },
  { ...fixedApplicant, id: 'user-5', email: 'li@example.com', approval: 'revoked', ref: null, region: null },
];

const links: readonly OperatorLink[] = [
  {
    id: 'account-1',
    user_id: 'user-3',
    email: 'anna@example.com',
    exchange: 'okx',
    offers_bots: true,
    label: 'Main account',
    environment: 'live',
    running_bots: 3,
    is_connected: true,
    created_at: fixedTime,
  },
  {
    id: 'account-2',
    user_id: 'user-3',
    email: 'anna@example.com',
    exchange: 'okx',
    offers_bots: true,
    label: 'Second account',
    environment: 'demo',
    running_bots: 1,
    is_connected: false,
    created_at: fixedTime,
  },
  {
    id: 'lbank-1',
    user_id: 'user-5',
    email: 'li@example.com',
    exchange: 'lbank',
    offers_bots: false,
    label: 'Spot one',
    environment: 'live',
    running_bots: 0,
    is_connected: false,
    created_at: fixedTime,
  },
];

const audit: readonly AuditEntryWire[] = [
  {
    id: 2,
    at: fixedTime,
    actor_id: 'user-1',
    actor_email: 'mina@example.com',
    action: 'user.approve',
    subject_id: 'user-3',
    subject_email: 'anna@example.com',
    detail: 'Known from the forum',
    hash: 'b',
  },
  {
    id: 1,
    at: fixedTime - 60_000,
    actor_id: null,
    actor_email: null,
    action: 'user.viewed',
    subject_id: 'user-1',
    subject_email: null,
    detail: '',
    hash: 'a',
  },
];

const health = (isReady: boolean): HealthResponse => ({
  ready: isReady,
  parts: {
    database: { ready: true, detail: '', degraded: [], reasons: [] },
    engine: {
      ready: isReady,
      detail: isReady ? '' : 'an account was not read recently',
      degraded: isReady ? ['1 bots are frozen'] : [],
      reasons: [isReady ? { code: 'frozen_bots', values: { count: 1 } } : { code: 'stale', values: {} }],
    },
    exchange: { ready: true, detail: '', degraded: [], reasons: [] },
  },
  venue: 'okx',
  at: fixedTime,
});

const go = () => undefined;
const placed = (tab: ConsoleTab, search = '') => ({ place: { ...initialPlace(tab), search }, go });

const peopleTab = (tab: ConsoleTab, responses: Responses, search = '') => (
  <Responding responses={responses}>
    <PeopleTab {...placed(tab, search)} />
  </Responding>
);
const linksTab = (responses: Responses) => (
  <Responding responses={responses}>
    <LinksTab {...placed('links')} />
  </Responding>
);
const healthTab = (responses: Responses) => (
  <Responding responses={responses}>
    <HealthTab />
  </Responding>
);
const auditTab = (responses: Responses) => (
  <Responding responses={responses}>
    <AuditTab {...placed('audit')} />
  </Responding>
);

const listed = (items: readonly OperatorUser[]): Responses => ({
  operatorUsers: () => ({ items: [...items], total: items.length }),
});

const person = (found: OperatorUser) => (
  <Responding
    responses={{
      operatorUser: () => ({
        ...found,
        username: 'jun',
        consent_version: '2026-01',
        consented_at: fixedTime,
        links: links.filter(({ user_id: owner }) => owner === found.id),
        audit: [...audit],
      }),
    }}
  >
    <Opener>
      {(isOpen, setOpen) => (isOpen ? <PersonDialog personId={found.id} onClose={() => setOpen(false)} /> : null)}
    </Opener>
  </Responding>
);

const decision = (verdict: Verdict) => (
  <Opener>
    {(isOpen, setOpen) =>
      isOpen ? <DecisionDialog decision={{ person: fixedApplicant, verdict }} onClose={() => setOpen(false)} /> : null
    }
  </Opener>
);

export const operatorCards: readonly Specimen[] = [
  {
    name: 'PeopleTab',
    isWide: true,
    states: {
      queue: peopleTab('sign-ups', listed([fixedApplicant])),
      people: peopleTab('people', listed(people)),
      'empty queue': peopleTab('sign-ups', listed([])),
      'nobody found': peopleTab('people', listed([]), 'nobody@example.com'),
      loading: peopleTab('people', {}),
      failed: peopleTab('people', { operatorUsers: failing(500) }),
      'second factor needed': peopleTab('people', { operatorUsers: failing(403, 'SECOND_FACTOR_REQUIRED') }),
    },
  },
  { name: 'PersonDialog', states: { applicant: person(fixedApplicant), member: person(people[0] ?? fixedApplicant) } },
  {
    name: 'DecisionDialog',
    states: { approve: decision('approve'), reject: decision('reject'), revoke: decision('revoke') },
  },
  {
    name: 'LinksTab',
    isWide: true,
    states: {
      linked: linksTab({ operatorLinks: () => ({ items: [...links], total: links.length }) }),
      none: linksTab({ operatorLinks: () => ({ items: [], total: 0 }) }),
    },
  },
  {
    name: 'HealthTab',
    states: {
      ready: healthTab({ health: () => health(true) }),
      'not ready': healthTab({ health: () => health(false) }),
      loading: healthTab({}),
    },
  },
  {
    name: 'AuditTab',
    isWide: true,
    states: {
      intact: auditTab({ operatorAudit: () => ({ items: [...audit], is_intact: true }) }),
      broken: auditTab({ operatorAudit: () => ({ items: [...audit], is_intact: false }) }),
      empty: auditTab({ operatorAudit: () => ({ items: [], is_intact: true }) }),
    },
  },
];
