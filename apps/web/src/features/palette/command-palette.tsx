// The command palette: a field and the list of what can be done from every page of the dashboard. The map of keys is the second content of its dialog.
import { useId, useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/calls/api-context.tsx';
import { myBotsQuery } from '../../api/queries/queries.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { usePreferences } from '../../lib/storage/preferences-context.tsx';
import { chartPath, paths } from '../../paths.ts';
import { Button } from '../../ui/basics/button.tsx';
import { useHelpAddress } from '../../ui/basics/help-link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { keyRows, type KeyCommand } from './keyboard-map.ts';
import { searchEntries, type PaletteEntry } from './palette-search.ts';
import './palette.css';

const pages = [
  { path: paths.bots, message: 'shell.tab.bots' },
  { path: paths.history, message: 'shell.tab.history' },
  { path: paths.exchange, message: 'shell.tab.exchange' },
  { path: paths.wallet, message: 'shell.tab.wallet' },
  { path: paths.security, message: 'shell.security' },
] as const;

/** Returns the entries: pages, charts of the running bots, display, guide, log-out. */
const useEntries = (): readonly PaletteEntry[] => {
  const { t } = useI18n();
  const guide = useHelpAddress('guide_url');
  const navigate = useNavigate();
  const { logOut } = useSession();
  const preferences = usePreferences();
  const bots = useQuery({ ...myBotsQuery(useApi()), refetchInterval: false }).data ?? [];
  const isDark = document.documentElement.classList.contains('dark');
  return [
    ...pages.map(({ path, message }) => ({
      key: path,
      text: t('palette.goTo', { page: t(message) }),
      run: () => void navigate(path),
    })),
    ...bots.map((bot) => ({
      key: bot.id,
      text: t('palette.chart', { name: bot.title, symbol: bot.symbol }),
      run: () => void navigate(chartPath(bot.id)),
    })),
    {
      key: 'amounts',
      text: t(preferences.hidesAmounts ? 'shell.showAmounts' : 'shell.hideAmounts'),
      run: () => preferences.changeHidesAmounts(!preferences.hidesAmounts),
    },
    {
      key: 'theme',
      text: t('palette.theme', { theme: t(isDark ? 'shell.theme.light' : 'shell.theme.dark') }),
      run: () => preferences.changeTheme(isDark ? 'light' : 'dark'),
    },
    ...(guide === null
      ? []
      : [{ key: 'guide', text: t('shell.help.guide'), run: () => void open(guide, '_blank', 'noreferrer') }]),
    { key: 'logOut', text: t('shell.logOut'), run: () => void logOut() },
  ];
};

const Entries = ({ onDone }: { readonly onDone: () => void }) => {
  const { t } = useI18n();
  const list = useId();
  const all = useEntries();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = searchEntries(all, query);
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onDone();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') run(found[chosen]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + found.length) % found.length);
  };
  return (
    <div className="palette">
      <input
        className="input"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[chosen] === undefined ? undefined : `${list}-${chosen}`}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className="palette-list" role="listbox" aria-label={t('palette.title')}>
        {found.map((entry, index) => (
          <button
            key={entry.key}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(entry)}
          >
            {entry.text}
          </button>
        ))}
      </div>
      <p className="muted small" role="status">
        {found.length === 0 ? t('palette.none') : null}
      </p>
    </div>
  );
};

const KeyMap = () => {
  const { t } = useI18n();
  return (
    <dl className="palette-keys">
      {keyRows.map(({ keys, message }) => (
        <div key={message}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(message)}</dd>
        </div>
      ))}
    </dl>
  );
};

export type CommandPaletteProps = {
  /** The content that is shown, or null while the dialog is closed. */
  readonly shown: KeyCommand | null;
  readonly onChange: (shown: KeyCommand | null) => void;
};

export const CommandPalette = ({ shown, onChange }: CommandPaletteProps) => {
  const { t } = useI18n();
  // A closing dialog keeps its content during its animation.
  const [last, setLast] = useState<KeyCommand>('palette');
  if (shown !== null && shown !== last) setLast(shown);
  const isHelp = last === 'help';
  const close = (): void => onChange(null);
  return (
    <Dialog
      open={shown !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t(isHelp ? 'palette.keys' : 'palette.title')}
      buttons={
        <Button variant="ghost" onClick={() => onChange(isHelp ? 'palette' : 'help')}>
          {t(isHelp ? 'palette.title' : 'palette.keys')}
        </Button>
      }
    >
      {isHelp ? <KeyMap /> : <Entries onDone={close} />}
    </Dialog>
  );
};
