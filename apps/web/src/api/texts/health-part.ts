// Names of the server's parts in the health display.
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Parts with a translated name. Other parts are shown with the server's name. */
const partNames = {
  database: 'shell.health.database',
  exchange: 'shell.health.exchange',
  engine: 'shell.health.engine',
  demo: 'shell.health.demo',
} as const satisfies Record<string, MessageKey>;

const isPartName = (name: string): name is keyof typeof partNames => Object.hasOwn(partNames, name);

export const healthPartText = (t: Translate, name: string): string => (isPartName(name) ? t(partNames[name]) : name);
