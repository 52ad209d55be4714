// The dialog of a link attempt. It shows the explanation, the progress of the steps, and the error of a failed step.
import { Link } from 'react-router';
import type { Finding, OauthKind } from '@rondo/contract';
import { errorText } from '../../api/texts/error-text.ts';
import { ApiError } from '../../api/calls/api-error.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Icon, type IconName } from '../../ui/basics/icon.tsx';
import { FindingList } from './accounts/finding-list.tsx';
import { stepMarks, stepsOf, type LinkProblem, type StepMark } from './link-flow.ts';
import type { Link as Attempt } from './use-link.ts';

const markIcons: Readonly<Record<StepMark, IconName>> = {
  done: 'check',
  now: 'spinner',
  failed: 'warning',
  later: 'dot',
};

const Steps = ({ link: { state, request } }: { readonly link: Attempt }) => {
  const { t } = useI18n();
  const marks = stepMarks(state);
  return (
    // The list is inside the status element, because a list with another role has no rows for screen readers.
    <div role="status">
      <ol className="link-steps">
        {stepsOf(request.type).map((step) => (
          <li
            key={step}
            className="link-step"
            data-mark={marks[step]}
            aria-current={marks[step] === 'now' ? 'step' : undefined}
          >
            <Icon name={markIcons[marks[step]]} {...(marks[step] === 'now' ? { className: 'spinner' } : {})} />
            <span>
              {t(`linking.step.${step}`)}
              {step === 'key' ? <span className="muted small">{t('linking.step.keyNote')}</span> : null}
            </span>
            <span className="hidden-text">{t(`linking.mark.${marks[step]}`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
};

const Explanation = ({ type, account }: { readonly type: OauthKind; readonly account: string | undefined }) => {
  const { t } = useI18n();
  return (
    <dl className="link-explanation">
      {(['see', 'may', 'cannot'] as const).map((line) => (
        <div key={line}>
          <dt>{t(`linking.explain.${line}`)}</dt>
          <dd>{t(line === 'see' && type === 'fast_api' ? 'linking.explain.seeKey' : `linking.explain.${line}Text`)}</dd>
        </div>
      ))}
      {account === undefined ? null : (
        <div>
          <dt>{t('linking.explain.account')}</dt>
          <dd>{t('linking.explain.accountText', { name: account })}</dd>
        </div>
      )}
    </dl>
  );
};

const findingsOf = (problem: LinkProblem): readonly Finding[] => {
  if (problem.kind === 'findings') return problem.findings;
  return problem.kind === 'refused' && problem.error instanceof ApiError ? (problem.error.body?.findings ?? []) : [];
};

const needsSecondFactor = (problem: LinkProblem): boolean =>
  problem.kind === 'refused' && problem.error instanceof ApiError && problem.error.code === 'SECOND_FACTOR_REQUIRED';

const Problem = ({ problem }: { readonly problem: LinkProblem }) => {
  const i18n = useI18n();
  const findings = findingsOf(problem);
  if (findings.length > 0) return <FindingList findings={findings} />;
  const text = {
    reported: () => (problem.kind === 'reported' ? problem.reason : ''),
    refused: () => (problem.kind === 'refused' ? errorText(i18n, problem.error) : ''),
    findings: () => i18n.t('errors.unknown'),
    timeout: () => i18n.t('linking.late'),
  }[problem.kind]();
  // A user who did not allow the link has decided so, and the banner is then no warning.
  const isDenied = problem.kind === 'reported' && problem.reason === i18n.t('errors.oauthDenied');
  return (
    <>
      <Banner tone={isDenied ? 'neutral' : 'danger'} role="alert">
        {text}
      </Banner>
      {needsSecondFactor(problem) ? <Link to={paths.security}>{i18n.t('security.title')}</Link> : null}
    </>
  );
};

const Buttons = ({ link, keyless }: { readonly link: Attempt; readonly keyless: string | null }) => {
  const { t } = useI18n();
  const { state } = link;
  const close = (
    <Button size="large" onClick={link.dismiss}>
      {t(state.kind === 'linked' ? 'linking.finish' : 'linking.cancel')}
    </Button>
  );
  const next = {
    explaining: { label: t('linking.continue'), act: link.start },
    blocked: { label: t('linking.open'), act: link.openBlocked },
    failed: { label: t('common.retry'), act: link.retry },
  };
  const action =
    state.kind === 'explaining' || state.kind === 'blocked' || state.kind === 'failed' ? next[state.kind] : null;
  if (keyless !== null) {
    return (
      <>
        {close}
        <Button size="large" variant="primary" onClick={() => link.ask({ type: 'fast_api', accountId: keyless })}>
          {t('linking.makeKey')}
        </Button>
      </>
    );
  }
  return (
    <>
      {close}
      {action === null ? null : (
        <Button
          size="large"
          variant="primary"
          {...(state.kind === 'failed' ? {} : { icon: 'external' as const })}
          onClick={action.act}
        >
          {action.label}
        </Button>
      )}
    </>
  );
};

export type LinkDialogProps = {
  readonly link: Attempt;
  /** Returns true when an account has no active trading key. */
  readonly isKeyless: (accountId: string) => boolean;
  /** Returns the name of a linked account. */
  readonly nameOf: (accountId: string) => string | undefined;
};

export const LinkDialog = ({ link, isKeyless, nameOf }: LinkDialogProps) => {
  const { t } = useI18n();
  const { state } = link;
  const { accountId } = link.request;
  const keyless =
    state.kind === 'linked' && state.accountId !== null && isKeyless(state.accountId) ? state.accountId : null;
  const title = t(
    state.kind === 'linked' ? 'linking.done' : link.request.type === 'fast_api' ? 'linking.titleKey' : 'linking.title',
  );
  return (
    <Dialog
      open={state.kind !== 'idle'}
      onOpenChange={(open) => !open && link.dismiss()}
      title={title}
      buttons={<Buttons link={link} keyless={keyless} />}
    >
      <div className="stack">
        {state.kind === 'explaining' ? (
          <Explanation type={link.request.type} account={accountId === undefined ? undefined : nameOf(accountId)} />
        ) : (
          <Steps link={link} />
        )}
        {state.kind === 'waiting' ? <p className="muted">{t('linking.waiting')}</p> : null}
        {state.kind === 'blocked' ? <Banner tone="warning">{t('linking.blocked')}</Banner> : null}
        {state.kind === 'failed' ? <Problem problem={state.problem} /> : null}
        {keyless === null ? null : <Banner>{t('linking.keyNext')}</Banner>}
        {state.kind === 'linked' && state.warnings.length > 0 ? <FindingList findings={state.warnings} /> : null}
      </div>
    </Dialog>
  );
};
