// The linked exchange accounts as a list. A line has the owner, the exchange, the number of bots and the connection state.
import type { OperatorLink } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Chip } from '../../../ui/figures/chip.tsx';

/** The names of the exchanges as they are shown. */
export const exchangeNames = { okx: 'OKX', lbank: 'LBank' } as const;

/** The connection state as a chip. Only accounts with running bots are connected. */
export const ConnectionChip = ({ link }: { readonly link: OperatorLink }) => {
  const t = useT();
  if (!link.offers_bots) return <>{unknownText}</>;
  return (
    <Chip tone={link.is_connected ? 'ok' : 'danger'} icon={link.is_connected ? 'check' : 'warning'}>
      {t(link.is_connected ? 'operator.connected' : 'operator.disconnected')}
    </Chip>
  );
};

export type OwnerButtonProps = { readonly link: OperatorLink; readonly onOpen: (personId: string) => void };

/** Opens the dialog of the owner of the account. */
export const OwnerButton = ({ link, onOpen }: OwnerButtonProps) => {
  const t = useT();
  return (
    <button
      type="button"
      className="row-button console-name"
      aria-label={t('operator.open', { email: link.email })}
      onClick={() => onOpen(link.user_id)}
    >
      {link.email}
    </button>
  );
};

export type LinkLinesProps = {
  readonly links: readonly OperatorLink[];
  /** Opens the dialog of the owner. Only lists with accounts of several people set this property. */
  readonly onOpen?: OwnerButtonProps['onOpen'];
};

export const LinkLines = ({ links, onOpen }: LinkLinesProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <ul className="console-lines">
      {links.map((link) => (
        <li key={link.id}>
          <span className="between">
            <strong className="console-name">
              {onOpen === undefined ? link.label : <OwnerButton link={link} onOpen={onOpen} />}
            </strong>
            <ConnectionChip link={link} />
          </span>
          <span className="between small muted">
            <span>
              {format.list([
                ...(onOpen === undefined ? [] : [link.label]),
                exchangeNames[link.exchange],
                t(`operator.environment.${link.environment}`),
              ])}
            </span>
            <span>{t('operator.botsOf', { count: link.running_bots })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
};
