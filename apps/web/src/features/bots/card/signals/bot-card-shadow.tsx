// What the rule beside a bot would have changed: in the newest round, and in all rounds of the response.
import type { BotShadow, BotWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { durationText } from '../../../../lib/numbers/duration-text.ts';
import type { Format } from '../../../../lib/numbers/format.ts';
import { useFormat } from '../../../../lib/numbers/use-format.ts';

export const BotCardShadow = ({ shadow }: { readonly shadow: BotShadow }) => {
  const t = useT();
  const format = useFormat();
  const { rounds, out_net_pnl: net } = shadow;
  const [newest] = rounds;
  if (newest === undefined) return null;
  const { round, would, fired_at: firedAt, opened_at: openedAt } = newest;
  const duration = firedAt === null ? '' : durationText(t, Date.parse(firedAt) - Date.parse(openedAt));
  const count = (of: typeof would): string => format.count(rounds.filter((each) => each.would === of).length);
  return (
    <>
      <p>{t(`signals.shadow.${would}`, { round, duration })}</p>
      {rounds.length < 2 ? null : (
        <p>
          {t('signals.shadow.sum', {
            rounds: format.count(rounds.length),
            later: count('later'),
            out: count('out'),
            net: format.signedMoney(net),
          })}
        </p>
      )}
    </>
  );
};

/** Returns the title of the note with the settings of the rule. */
export function shadowRule(
  { rule, bar, length, level }: NonNullable<BotWire['entry']['shadow']>,
  t: ReturnType<typeof useT>,
  format: Format,
): string {
  const name = t(`signals.shadow.${rule}`);
  return t('signals.titleShadow', {
    rule: format.list([length === null || level === null ? name : `${name} (${length}) ${level}`, bar]),
  });
}
