// Two replayed rounds with the same settings. A finished round is at the top of the page. The round of the deepest fall is further down.
import { useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { ReplayPlayer } from '../replay/replay-player.tsx';
import type { ReplayRound } from '../replay/replay-model.ts';
import type { Replays } from './replay-response.ts';

const useSettingsText = ({ settings }: Replays): string => {
  const t = useT();
  const format = useFormat();
  return t('replay.settings', {
    leverage: String(settings.leverage),
    steps: settings.martin_steps,
    cyclic: settings.cycle_steps,
    defense: format.chosenPercent(settings.defense_percent),
    profit: format.chosenPercent(settings.take_profit),
  });
};

const useSpan = (round: ReplayRound, replays: Replays) => {
  const format = useFormat();
  return {
    from: format.dayAndTime(round.from),
    to: format.dayAndTime(round.to),
    budget: format.money(replays.settings.budget),
  };
};

/** The replayed round in the hero. */
export const HeroReplay = ({ replays, round }: { readonly replays: Replays; readonly round: ReplayRound }) => {
  const t = useT();
  const settings = useSettingsText(replays);
  const span = useSpan(round, replays);
  return (
    <>
      <ReplayPlayer
        round={round}
        settings={settings}
        startsItself
        aside={
          replays.fall === null ? null : (
            <a className="replay-link" href="#wrong">
              {t('replay.whatIf')}
            </a>
          )
        }
      />
      <p className="muted landing-source">{t('replay.source', { ...span, days: replays.days })}</p>
    </>
  );
};

/**
 * Returns how many rounds with the gain `gain` are necessary to gain as much as the loss. Returns null when `gain` is missing, zero or
 * negative, or when `loss` is zero or positive.
 */
const repaying = (loss: string, gain: string | undefined): number | null =>
  gain === undefined || Number(gain) <= 0 || Number(loss) >= 0 ? null : Math.ceil(-Number(loss) / Number(gain));

const Facts = ({ replays, round }: { readonly replays: Replays; readonly round: ReplayRound }) => {
  const t = useT();
  const entries = round.fills.filter((fill) => fill.kind === 'entry');
  const [first, lastEntry] = [entries[0], entries.at(-1)];
  const rounds = repaying(round.net, replays.finished?.net);
  return (
    <ul className="landing-facts">
      {first === undefined || lastEntry === undefined ? null : (
        <li>
          {t('replay.fact.entries', {
            count: new Set(entries.map(({ step }) => step)).size,
            span: durationText(t, lastEntry.at - first.at),
          })}
        </li>
      )}
      <li>{t('replay.fact.cycles', { count: round.cycles })}</li>
      {lastEntry === undefined ? null : (
        <li>{t('replay.fact.filled', { span: durationText(t, round.to - lastEntry.at) })}</li>
      )}
      {rounds === null ? null : <li>{t('replay.fact.rounds', { count: rounds })}</li>}
    </ul>
  );
};

/** The round with the loss, and its explanation. The amount of the loss has a large font size. */
export const WrongReplay = ({ replays, round }: { readonly replays: Replays; readonly round: ReplayRound }) => {
  const t = useT();
  const format = useFormat();
  const settings = useSettingsText(replays);
  const span = useSpan(round, replays);
  return (
    <section className="landing-wrong" id="wrong" aria-labelledby="wrong-title">
      <div className="page landing-section">
        <div className="landing-wrong-head">
          <div>
            <h2 id="wrong-title">{t('replay.wrong')}</h2>
            <p className="muted">
              {t('replay.wrongText', { days: replays.days, percent: format.percent(replays.fall_percent) })}
            </p>
          </div>
          <div className="landing-loss">
            <SignedFigure text={format.signedMoney(round.net)} unit="USDT" triangle={false} />
            <span className="muted">{t('replay.of', { budget: span.budget })}</span>
          </div>
        </div>
        <ReplayPlayer round={round} settings={settings} isFall />
        <Facts replays={replays} round={round} />
        <p className="muted landing-source">{t('replay.sourceFall', span)}</p>
      </div>
    </section>
  );
};
