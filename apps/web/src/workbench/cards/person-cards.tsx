// The cards of log-in, sign-up, the wait for the approval, and the security page, in their states.
import type { ExchangeAccountWire, LoginItem, PasskeyItem, SessionItem } from '@rondo/contract';
import { LoginCard } from '../../features/auth/login-card.tsx';
import { PendingApproval } from '../../features/auth/pending-approval.tsx';
import { FirstRunCard } from '../../features/first-run/first-run-card.tsx';
import { RegisterCard } from '../../features/auth/register-card.tsx';
import { ConsentCard } from '../../features/security/consent-card.tsx';
import { FactorCard } from '../../features/security/factor-card.tsx';
import { LoginNotice } from '../../features/security/login-notice.tsx';
import { LoginsCard } from '../../features/security/logins-card.tsx';
import { PasskeysCard } from '../../features/security/passkeys-card.tsx';
import { PasswordCard } from '../../features/security/password-card.tsx';
import { RecordsCard } from '../../features/security/records-card.tsx';
import { SessionsCard } from '../../features/security/sessions-card.tsx';
import { fixedAccount, fixedMargin, fixedStatus, fixedTime } from '../samples.ts';
import { Opener, type Specimen } from '../specimen.tsx';
import { failing, Responding, type Responses } from '../world.tsx';
import '../../features/security/security.css';

const consent = (responses: Responses) => (
  <Responding responses={responses}>
    <ConsentCard />
  </Responding>
);

const factor = (isOn: boolean, isRequired: boolean) => (
  <Responding
    responses={{
      secondFactor: () => ({
        is_on: isOn,
        has_authenticator: isOn,
        passkeys: 0,
        is_required: isRequired,
        recovery_codes_left: isOn ? 8 : 0,
      }),
    }}
  >
    <FactorCard />
  </Responding>
);

const passkeys = (responses: Responses) => (
  <Responding responses={responses}>
    <PasskeysCard />
  </Responding>
);

const passkey: PasskeyItem = {
  id: 'passkey-1',
  name: 'My phone',
  is_synced: true,
  created_at: fixedTime,
  last_used_at: fixedTime,
};

const sessions = (responses: Responses) => (
  <Responding responses={responses}>
    <SessionsCard />
  </Responding>
);

const session: SessionItem = {
  id: 'session-1',
  agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  is_current: true,
  is_remembered: true,
  created_at: fixedTime,
  last_used_at: fixedTime,
  ends_at: fixedTime + 2_592_000_000,
};

const login: LoginItem = {
  id: '2',
  at: fixedTime,
  address: '192.0.2.7',
  agent: session.agent,
  outcome: 'done',
  is_known_device: false,
  is_current: false,
  is_new: true,
};
const known: LoginItem = { ...login, id: '1', is_known_device: true, is_current: true, is_new: false };

const logins = (responses: Responses) => (
  <Responding responses={responses}>
    <LoginsCard />
  </Responding>
);

/** The check-list of a person with a linked account whose check finds nothing. */
const firstRun = (account: Partial<ExchangeAccountWire> | null, available = '5303.18') => (
  <Responding
    responses={{
      oauthStatus: () => ({ ...fixedStatus, accounts: account === null ? [] : [{ ...fixedAccount, ...account }] }),
      preflight: () => ({ account_id: fixedAccount.id, may_trade: true, findings: [], at: fixedTime }),
      margin: () => ({ ...fixedMargin, reserved: [], available }),
    }}
  >
    <FirstRunCard />
  </Responding>
);

export const personCards: readonly Specimen[] = [
  {
    name: 'LoginCard',
    states: {
      open: (
        <Opener>
          {(isOpen, setOpen) => (
            <LoginCard isOpen={isOpen} onClose={() => setOpen(false)} returnTo={{ current: null }} />
          )}
        </Opener>
      ),
    },
  },
  { name: 'RegisterCard', states: { empty: <RegisterCard invitation="111111" /> } },
  { name: 'PendingApproval', states: { waiting: <PendingApproval /> } },
  {
    name: 'FirstRunCard',
    isWide: true,
    states: {
      'no account': firstRun(null),
      'no key': firstRun({ key_state: 'none', api_key: '', permissions: null }),
      'revoked key': firstRun({ key_state: 'revoked' }),
      'too little margin': firstRun({}, '0.99'),
      ready: firstRun({}),
    },
  },
  { name: 'PasswordCard', states: { plain: <PasswordCard /> } },
  {
    name: 'FactorCard',
    states: { off: factor(false, false), required: factor(false, true), on: factor(true, false) },
  },
  {
    name: 'PasskeysCard',
    states: {
      one: passkeys({ passkeys: () => ({ items: [passkey], is_available: true }) }),
      none: passkeys({ passkeys: () => ({ items: [], is_available: true }) }),
      loading: passkeys({}),
      failed: passkeys({ passkeys: failing(500) }),
    },
  },
  {
    name: 'SessionsCard',
    states: {
      one: sessions({ sessions: () => ({ items: [session] }) }),
      several: sessions({
        sessions: () => ({
          items: [
            session,
            { ...session, id: 'session-2', agent: 'curl/8.5.0', is_current: false, is_remembered: false },
          ],
        }),
      }),
      loading: sessions({}),
      failed: sessions({ sessions: failing(500) }),
    },
  },
  {
    name: 'LoginsCard',
    states: {
      plain: logins({ logins: () => ({ items: [login, known, { ...known, id: '0', outcome: 'wrong password' }] }) }),
      loading: logins({}),
      failed: logins({ logins: failing(500) }),
    },
  },
  {
    name: 'LoginNotice',
    states: {
      plain: (
        <Responding responses={{ logins: () => ({ items: [login, known] }) }}>
          <LoginNotice />
        </Responding>
      ),
    },
  },
  { name: 'RecordsCard', states: { plain: <RecordsCard /> } },
  {
    name: 'ConsentCard',
    states: {
      off: consent({ testimonialConsent: () => ({ consents: false }) }),
      on: consent({ testimonialConsent: () => ({ consents: true }) }),
      loading: consent({}),
    },
  },
];
