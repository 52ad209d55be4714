// What the person can do at a step of the first run: the reason, and one action.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { KeyProblem } from '../../api/queries/key-problem.ts';
import { findingText } from '../../api/texts/finding-text.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { creationHeadingId } from '../create/creation-heading.ts';
import type { ApprovedPoint } from './steps.ts';

type PanelProps = {
  readonly title?: string;
  readonly chip?: ReactNode;
  readonly children: ReactNode;
  readonly action: ReactNode;
};

const Panel = ({ title, chip, children, action }: PanelProps) => (
  <div className="first-run-panel">
    <div className="first-run-text" role="status">
      {title === undefined ? null : (
        <div className="row">
          <h2>{title}</h2>
          {chip}
        </div>
      )}
      {children}
    </div>
    {action}
  </div>
);

const ToExchange = () => (
  <Link className="button" data-variant="primary" to={paths.exchange}>
    {useT()('linking.toExchange')}
  </Link>
);

export type CheckAgain = { readonly isChecking: boolean; readonly check: () => void };

const CheckButton = ({ isChecking, check }: CheckAgain) => (
  <Button variant="primary" icon="refresh" busy={isChecking} onClick={check}>
    {useT()('pending.refresh')}
  </Button>
);

type PointOf<Step extends ApprovedPoint['step']> = Extract<ApprovedPoint, { readonly step: Step }>;

const keyTexts = {
  missing: 'linking.keyNeeded',
  refused: 'firstRun.key.refused',
  revoked: 'firstRun.key.revoked',
  withdraw: 'preflight.keyMayWithdraw',
} as const satisfies Record<KeyProblem, MessageKey>;

const KeyPanel = ({ point, account }: { readonly point: PointOf<'key'>; readonly account: CheckAgain }) => {
  const i18n = useI18n();
  const { t } = i18n;
  if (point.state === 'current')
    return (
      <Panel title={t('linking.titleKey')} action={<ToExchange />}>
        <p>{t('linking.keyNext')}</p>
      </Panel>
    );
  if (point.problem === 'findings')
    return (
      <Panel title={t('firstRun.notReady')} action={<CheckButton {...account} />}>
        {point.findings.map((finding) => (
          <p key={finding.code}>{findingText(i18n, finding)}</p>
        ))}
      </Panel>
    );
  return (
    <Panel title={t('firstRun.notReady')} action={<ToExchange />}>
      <p>{t(keyTexts[point.problem])}</p>
    </Panel>
  );
};

const ShortChip = () => (
  <Chip tone="warning" icon="warning">
    {useT()('bots.short.badge')}
  </Chip>
);

export type StepPanelProps = {
  readonly point: ApprovedPoint;
  /** Checks the account again. */
  readonly account: CheckAgain;
  /** Reads the balance again. */
  readonly balance: CheckAgain;
};

export const StepPanel = ({ point, account, balance }: StepPanelProps) => {
  const t = useT();
  switch (point.step) {
    case 'account':
      return (
        <Panel title={t('linking.title')} action={<ToExchange />}>
          <p>{t('linking.lead')}</p>
        </Panel>
      );
    case 'key':
      return <KeyPanel point={point} account={account} />;
    case 'balance':
      return point.state === 'blocked' ? (
        <Panel action={<CheckButton {...balance} />}>
          <p>{t('bots.margin.unavailable')}</p>
        </Panel>
      ) : (
        <Panel title={t('bots.short.title')} chip={<ShortChip />} action={<CheckButton {...balance} />}>
          <p>{t('firstRun.deposit')}</p>
        </Panel>
      );
    case 'bot':
      return (
        <Panel
          action={
            <a className="button" data-variant="secondary" href={`#${creationHeadingId}`}>
              {t('firstRun.toForm')}
            </a>
          }
        >
          <p>{t('firstRun.ready')}</p>
        </Panel>
      );
    default:
      return point satisfies never;
  }
};
