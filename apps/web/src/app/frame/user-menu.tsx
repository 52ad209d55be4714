// The member's menu: theme, price colours, language, guide, security, operator console, log out. Its button shows the name, the initials when the top bar has no space for the name, or a hamburger in a narrow window.
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useSession, useMember } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { usePreferences } from '../../lib/storage/preferences-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { paths } from '../../paths.ts';
import { useHelpAddress } from '../../ui/basics/help-link.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { LanguageChoice } from './language-menu.tsx';

const themes = ['system', 'light', 'dark'] as const;
const colours = [
  { value: 'green-up', key: 'shell.colours.greenUp' },
  { value: 'korean', key: 'shell.colours.korean' },
  { value: 'chinese', key: 'shell.colours.chinese' },
  { value: 'colour-safe', key: 'shell.colours.safe' },
] as const satisfies readonly { readonly value: string; readonly key: MessageKey }[];

/** The code of the badge is loaded for operators only. */
const WaitingBadge = lazyComponent(
  async () => (await import('../../features/operator/waiting-badge.tsx')).WaitingBadge,
);

const Waiting = () => (
  <Suspense fallback={null}>
    <WaitingBadge />
  </Suspense>
);

/** Returns the first two letters or digits of a name in capitals, or "US" when the name consists only of other characters (specification 2). */
export const initialsOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 2)
    .toUpperCase() || 'US';

/** The guide, when the top bar has no space for it. */
const GuideItem = () => {
  const { t } = useI18n();
  const guide = useHelpAddress('guide_url');
  if (guide === null) return null;
  return (
    <div className="tight-only">
      <MenuItem
        icon="external"
        label={t('shell.help.guide')}
        onSelect={() => globalThis.window.open(guide, '_blank', 'noreferrer')}
      />
    </div>
  );
};

/** Returns the person that the button shows. The written frame has nobody. */
const useShownUser = (): { readonly name: string; readonly email: string; readonly isOperator: boolean } => {
  const { user } = useMember();
  if (!useHydrated()) return { name: '', email: '', isOperator: false };
  return { name: user.name, email: user.email, isOperator: user.role === 'operator' };
};

export const UserMenu = () => {
  const { t } = useI18n();
  const { name, email, isOperator } = useShownUser();
  const { logOut } = useSession();
  const navigate = useNavigate();
  const settings = usePreferences();
  return (
    <Menu
      trigger={
        // The content is the accessible name, so the name contains each visible text, also the badge of an operator. A user of voice control says it.
        <button type="button" className="avatar">
          <span className="initials wide-only">{name === '' ? '' : initialsOf(name)}</span>
          <span className="user-name roomy-only">{name}</span>
          {isOperator ? <Waiting /> : null}
          <span className="hidden-text">{t('shell.userMenu', { name })}</span>
          <Icon name="menu" className="narrow-only" />
        </button>
      }
    >
      <div className="menu-label">
        <strong>{name}</strong>
        <br />
        {email}
      </div>
      <MenuLine />
      <MenuChoice
        label={t('shell.theme')}
        value={settings.theme}
        options={themes.map((theme) => ({ value: theme, label: t(`shell.theme.${theme}`) }))}
        onChange={settings.changeTheme}
      />
      <MenuLine />
      <MenuChoice
        label={t('shell.colours')}
        value={settings.priceColours}
        options={colours.map(({ value, key }) => ({ value, label: t(key) }))}
        onChange={settings.changePriceColours}
      />
      <div className="narrow-only">
        <MenuLine />
        <LanguageChoice />
      </div>
      <MenuLine />
      <GuideItem />
      <MenuItem icon="lock" label={t('shell.security')} onSelect={() => void navigate(paths.security)} />
      {isOperator ? (
        <MenuItem
          icon="user"
          label={t('shell.operator')}
          end={<Waiting />}
          onSelect={() => void navigate(paths.operator)}
        />
      ) : null}
      <MenuItem icon="external" label={t('shell.logOut')} onSelect={() => void logOut()} />
    </Menu>
  );
};
