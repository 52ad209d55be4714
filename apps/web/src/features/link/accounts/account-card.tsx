// The card of a linked OKX account: its state, rights, key and token, and the actions.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { expiryLevel, minutesLeft, type BotWire, type ExchangeAccountWire, type Finding } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { rightName } from '../../../api/texts/right-name.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { keyProblemOf, type KeyProblem } from '../../../api/queries/key-problem.ts';
import { oauthStatusQuery } from '../../../api/queries/queries.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useTokenRenewal } from '../../../api/session/use-token-renewal.ts';
import type { MessageKey } from '../../../i18n/catalogue.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { durationText } from '../../../lib/numbers/duration-text.ts';
import { useToast } from '../../../lib/toasts.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Chip, type ChipTone } from '../../../ui/figures/chip.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { FindingList } from './finding-list.tsx';
import type { ConsentRequest } from '../use-link.ts';
import '../link.css';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export type AccountCardProps = {
  readonly account: ExchangeAccountWire;
  readonly bots: readonly BotWire[];
  /** Starts a consent for this account: a new log-in or a new trading key. */
  readonly onAsk: (request: ConsentRequest) => void;
};

type AccountButtonsProps = Pick<AccountCardProps, 'account' | 'onAsk'> & {
  readonly test: ReturnType<typeof useConnectionTest>;
  readonly onDisconnect: () => void;
};

/** The actions of an account: renew the log-in or log in, test the account, create or replace the key, unlink the account. */
const AccountButtons = ({ account, onAsk, test, onDisconnect }: AccountButtonsProps) => {
  const { t } = useI18n();
  const renewal = useTokenRenewal();
  const needsFirstKey = account.key_state !== 'active' && account.key_state !== 'refused';
  // The one action that the state of the account asks for is the primary button.
  const needsKey = account.key_state !== 'active' || keyProblemOf(account) !== null;
  return (
    <div className="account-buttons">
      {account.expires_at === null || account.is_expired ? (
        <Button
          size="small"
          variant={account.is_expired && !needsKey ? 'primary' : 'secondary'}
          onClick={() => onAsk({ type: 'oauth', accountId: account.id })}
        >
          {t(account.is_expired ? 'linking.again' : 'linking.logIn')}
        </Button>
      ) : (
        <Button size="small" icon="refresh" busy={renewal.isPending} onClick={() => renewal.mutate(account.id)}>
          {t('linking.renew')}
        </Button>
      )}
      <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
        {t('linking.test')}
      </Button>
      <Button
        size="small"
        variant={needsKey ? 'primary' : 'secondary'}
        onClick={() => onAsk({ type: 'fast_api', accountId: account.id })}
      >
        {t(needsFirstKey ? 'linking.makeKey' : 'linking.replaceKey')}
      </Button>
      <Button size="small" variant="danger" onClick={onDisconnect}>
        {t('linking.disconnect')}
      </Button>
    </div>
  );
};

/** The findings of the last connection test, or a message that the test succeeded. */
const TestResult = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const { t } = useI18n();
  if (findings.length > 0) return <FindingList findings={findings} />;
  return (
    <p className="ok" role="status">
      {t('linking.testGood')}
    </p>
  );
};

/** Runs the preflight check of the account. The card and the check-list of the first run show the findings of the last check. */
const useConnectionTest = (account: ExchangeAccountWire) => {
  const api = useApi();
  const i18n = useI18n();
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('preflight', { query: { account_id: account.id } }),
    onSuccess: (check) => queries.setQueryData(queryKeys.preflight(account.id), check),
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
  });
};

const Token = ({ account }: { readonly account: ExchangeAccountWire }) => {
  const { t } = useI18n();
  const now = useNow(intervals.connectionMs);
  if (account.expires_at === null) return unknownText;
  const minutes = minutesLeft(account.expires_at, now / secondMs);
  const level = expiryLevel(minutes);
  if (level === 'expired') return <span className="danger">{t('linking.tokenOver')}</span>;
  const left = t(account.has_auto_refresh ? 'linking.renewsItself' : 'linking.left', {
    span: durationText(t, minutes * minuteMs),
  });
  return (
    <span className="fact" data-level={level}>
      {level === 'normal' ? null : <Icon name="warning" />}
      {left}
    </span>
  );
};

const keyChips = {
  withdraw: 'linking.key.withdraw',
  refused: 'linking.key.refused',
  revoked: 'linking.key.revoked',
  missing: 'linking.keyDeleted',
} as const satisfies Record<KeyProblem, MessageKey>;

type Shown = {
  readonly tone: ChipTone;
  readonly text: (typeof keyChips)[KeyProblem] | 'linking.expired' | 'linking.noKey' | 'linking.active';
};

/** Returns the worst of what the data of the account say. */
const shownOf = (account: ExchangeAccountWire): Shown => {
  const problem = keyProblemOf(account);
  if (problem !== null) return { tone: 'danger', text: keyChips[problem] };
  if (account.is_expired) return { tone: 'danger', text: 'linking.expired' };
  if (account.key_state === 'none') return { tone: 'warning', text: 'linking.noKey' };
  return { tone: 'ok', text: 'linking.active' };
};

const State = ({ account }: { readonly account: ExchangeAccountWire }) => {
  const { t } = useI18n();
  const { tone, text } = shownOf(account);
  return (
    <Chip tone={tone} icon={tone === 'ok' ? 'check' : 'warning'}>
      {t(text)}
    </Chip>
  );
};

/** The rights of the key as the exchange reported them. */
const Rights = ({ account }: { readonly account: ExchangeAccountWire }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const { permissions } = account;
  if (permissions === null) return unknownText;
  const rights = format.list(permissions.map((right) => rightName(i18n, right)));
  return (
    <span className="fact" data-good={keyProblemOf(account) !== 'withdraw'}>
      {permissions.includes('withdraw') ? <Icon name="warning" /> : null}
      {permissions.includes('withdraw') ? rights : t('linking.rightsWithout', { rights })}
    </span>
  );
};

const AccountFacts = ({
  account,
  bots,
}: {
  readonly account: ExchangeAccountWire;
  readonly bots: readonly BotWire[];
}) => {
  const { t } = useI18n();
  const format = useFormat();
  const checkedAt = useQuery(oauthStatusQuery(useApi())).dataUpdatedAt;
  return (
    <Pairs
      pairs={[
        { label: t('connection.rights'), value: <Rights account={account} /> },
        {
          label: t('linking.key'),
          value: account.key_state === 'active' ? account.api_key : t(`linking.key.${account.key_state}`),
        },
        {
          label: t('exchange.expires'),
          value: account.expires_at === null ? t('exchange.never') : format.dateTime(account.expires_at * secondMs),
        },
        { label: t('linking.token'), value: <Token account={account} /> },
        { label: t('connection.site'), value: account.domain },
        { label: t('linking.lastCheck'), value: checkedAt === 0 ? unknownText : format.timeWithSeconds(checkedAt) },
        { label: t('linking.bots'), value: t('connection.botsRunning', { count: bots.length }) },
      ]}
    />
  );
};

/** The message for each state of the key. The message of `active` is shown when the log-in has expired. */
const problemKeys = {
  none: 'linking.keyNeeded',
  missing: 'linking.keyNeeded',
  refused: 'linking.keyRefused',
  revoked: 'linking.keyRevoked',
  active: 'linking.expiredText',
} as const satisfies Record<ExchangeAccountWire['key_state'], MessageKey>;

export const AccountCard = ({ account, bots, onAsk }: AccountCardProps) => {
  const { t } = useI18n();
  const [isDisconnecting, setDisconnecting] = useState(false);
  const test = useConnectionTest(account);
  const isKeyLost = account.key_state === 'refused' || account.key_state === 'revoked';
  return (
    <section className="card account-card" aria-label={account.name}>
      <div className="card-head between">
        <span className="row">
          <span className="venue-mark" aria-hidden="true">
            OKX
          </span>
          <span>
            <strong>{account.name}</strong>
            <span className="account-note">{t(`exchange.environment.${account.environment}`)}</span>
          </span>
        </span>
        <State account={account} />
      </div>
      <div className="card-body stack">
        <AccountFacts account={account} bots={bots} />
        {account.is_expired || account.key_state !== 'active' ? (
          <Banner tone={isKeyLost ? 'danger' : 'warning'}>{t(problemKeys[account.key_state])}</Banner>
        ) : null}
        {keyProblemOf(account) === 'withdraw' ? <Banner tone="danger">{t('linking.keyMayWithdraw')}</Banner> : null}
        {test.data === undefined ? null : <TestResult findings={test.data.findings} />}
        <AccountButtons account={account} onAsk={onAsk} test={test} onDisconnect={() => setDisconnecting(true)} />
      </div>
      <DisconnectDialog
        account={account}
        bots={bots}
        isOpen={isDisconnecting}
        onClose={() => setDisconnecting(false)}
      />
    </section>
  );
};
