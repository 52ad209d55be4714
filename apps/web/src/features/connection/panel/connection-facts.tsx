// Details of the connection: the trading API, the stream, the token renewal, the key and the site of the exchange.
import type { ReactNode } from 'react';
import type { ComprehensiveStatus } from '@rondo/contract';
import { rightName } from '../../../api/texts/right-name.ts';
import { useI18n, useT } from '../../../i18n/i18n-context.tsx';
import { useCopy } from '../../../lib/page/use-copy.ts';
import { unknownText } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { durationText } from '../../../lib/numbers/duration-text.ts';
import { Icon } from '../../../ui/basics/icon.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { rightsOf } from './panel-facts.ts';

const secondMs = 1_000;

const Fact = ({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) => (
  <span className="fact" data-good={isGood}>
    <Icon name={isGood ? 'check' : 'close'} />
    {children}
  </span>
);

/** The name of the account, and a button that copies its id. A user who asks the support for help needs the id. */
const Account = ({ name, id }: { readonly name: string | undefined; readonly id: string | null | undefined }) => {
  const t = useT();
  const copy = useCopy(t('connection.idCopied'));
  return (
    <span>
      {name ?? unknownText}
      {id === null || id === undefined ? null : (
        <button type="button" className="link-button account-note" onClick={() => void copy(id)}>
          {t('connection.copyId')}
        </button>
      )}
    </span>
  );
};

export type ConnectionFactsProps = {
  readonly status: ComprehensiveStatus | undefined;
  /** The name of the account. It is undefined when the account is not in the list of accounts. */
  readonly accountName: string | undefined;
};

export const ConnectionFacts = ({ status, accountName }: ConnectionFactsProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const fact = (isGood: boolean | undefined, good: string, bad: string): ReactNode =>
    isGood === undefined ? unknownText : <Fact isGood={isGood}>{isGood ? good : bad}</Fact>;
  const connection = (isThere: boolean | undefined): ReactNode =>
    fact(isThere, t('connection.connected'), t('connection.notConnected'));
  const socket = status?.websocket;
  const key = status?.fastApi.apiKeyInfo ?? null;
  const rights = rightsOf(key?.perm ?? '').map((right) => rightName(i18n, right));
  return (
    <div className="connection-facts">
      <Pairs
        pairs={[
          { label: t('connection.api'), term: 'tradingApi', value: connection(status?.fastApi.connected) },
          { label: t('connection.stream'), term: 'liveStream', value: connection(socket?.connected) },
          {
            label: t('connection.autoRefresh'),
            term: 'tokenRenewal',
            // A key alone does not expire, so a link without a token has nothing to renew.
            value:
              status?.oauthToken.state === 'none'
                ? t('connection.notNeeded')
                : fact(status?.oauthToken.autoRefreshEnabled, t('connection.on'), t('connection.off')),
          },
          { label: t('connection.site'), term: 'exchangeSite', value: socket?.domain ?? unknownText },
        ]}
      />
      <Pairs
        pairs={[
          { label: t('connection.accountId'), value: <Account name={accountName} id={status?.fastApi.accountId} /> },
          {
            label: t('connection.rights'),
            term: 'keyRights',
            value: rights.length === 0 ? unknownText : format.list(rights),
          },
          {
            label: t('connection.subscriptions'),
            term: 'subscriptions',
            value: socket === undefined ? unknownText : format.count(socket.subscriptions.length),
          },
          {
            label: t('connection.streamUp'),
            term: 'streamUp',
            value: socket?.connected === true ? durationText(t, socket.uptimeSeconds * secondMs) : unknownText,
          },
        ]}
      />
    </div>
  );
};
