// What a part of the server is called.
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { Translate } from '../../i18n/translate.ts';

/** The parts that the server knows; one that came later is shown by the name it came with. */
const partNames = {
  database: 'shell.health.database',
  exchange: 'shell.health.exchange',
  engine: 'shell.health.engine',
  demo: 'shell.health.demo',
} as const satisfies Record<string, MessageKey>;

const isPartName = (name: string): name is keyof typeof partNames => Object.hasOwn(partNames, name);

export const healthPartText = (t: Translate, name: string): string => (isPartName(name) ? t(partNames[name]) : name);
