// The four tabs, as a row under the logo and as the bottom navigation of small screens.
import { NavLink } from 'react-router';
import { useMember } from '../../api/session/session-context.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { paths } from '../../paths.ts';
import { Icon, type IconName } from '../../ui/basics/icon.tsx';

type Tab = {
  readonly name: 'bots' | 'history' | 'exchange' | 'wallet';
  readonly path: string;
  readonly icon: IconName;
  readonly needsGrant: boolean;
};

const tabs: readonly Tab[] = [
  { name: 'bots', path: paths.bots, icon: 'stair', needsGrant: false },
  { name: 'history', path: paths.history, icon: 'clock', needsGrant: true },
  { name: 'exchange', path: paths.exchange, icon: 'exchange', needsGrant: true },
  { name: 'wallet', path: paths.wallet, icon: 'wallet', needsGrant: false },
];

const TabLink = ({ tab, isBottom }: { readonly tab: Tab; readonly isBottom: boolean }) => {
  const t = useT();
  const toast = useToast();
  const { user } = useMember();
  const isLocked = tab.needsGrant && !user.has_granted;
  const content = (
    <>
      {isBottom ? <Icon name={tab.icon} /> : null}
      <span>{t(`shell.tab.${tab.name}`)}</span>
      {isLocked && !isBottom ? <Icon name="lock" /> : null}
      {tab.name === 'wallet' && !isBottom ? <span className="soon">{t('shell.soon')}</span> : null}
    </>
  );
  if (!isLocked) {
    return (
      <NavLink className="tab" to={tab.path}>
        {content}
      </NavLink>
    );
  }
  return (
    <span
      role="link"
      tabIndex={0}
      className="tab"
      aria-disabled="true"
      title={t('shell.afterApproval')}
      onClick={() => toast({ tone: 'info', message: t('shell.afterApproval') })}
      onKeyDown={(event) => event.key === 'Enter' && toast({ tone: 'info', message: t('shell.afterApproval') })}
    >
      {content}
    </span>
  );
};

export const Tabs = ({
  isBottom = false,
  isHidden = false,
}: {
  readonly isBottom?: boolean;
  readonly isHidden?: boolean;
}) => {
  const t = useT();
  return (
    <nav className={isBottom ? 'bottom-tabs' : 'top-tabs'} aria-label={t('shell.mainTabs')} data-hidden={isHidden}>
      {tabs.map((tab) => (
        <TabLink key={tab.name} tab={tab} isBottom={isBottom} />
      ))}
    </nav>
  );
};
