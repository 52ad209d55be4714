// The list of the steps to the first bot. A done step says what is known of it, and the step of the person says who has to act.
import { useT } from '../../i18n/i18n-context.tsx';
import { firstRunSteps, type FirstRunPoint, type FirstRunStep } from './steps.ts';
import './first-run.css';

/** What is known of the done steps. */
export type StepFacts = Readonly<Partial<Record<FirstRunStep, string>>>;

export type StepListProps = { readonly point: FirstRunPoint; readonly facts?: StepFacts };

export const StepList = ({ point, facts = {} }: StepListProps) => {
  const t = useT();
  const position = firstRunSteps.indexOf(point.step);
  return (
    <ol className="steps first-run-steps" aria-label={t('firstRun.title')}>
      {firstRunSteps.map((step, index) => {
        const isPoint = index === position;
        const mark = index < position ? 'done' : 'later';
        return (
          <li key={step} data-state={isPoint ? point.state : mark} aria-current={isPoint ? 'step' : undefined}>
            <span className="step-name">{t(step === 'key' ? 'linking.key' : `firstRun.${step}`)}</span>
            {isPoint ? null : <span className="hidden-text">, {t(`linking.mark.${mark}`)}</span>}
            <span className="step-note">
              {isPoint ? t(`firstRun.${point.state}`) : mark === 'done' ? facts[step] : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
};
