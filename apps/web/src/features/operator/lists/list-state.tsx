// What stands in for a list: a skeleton while it comes, its error with a way on, or that it is empty.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../api/calls/api-error.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';

const waitingHeight = 400;

/** The parts of a query that are looked at. */
export type Asked<Value> = {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

export const Trouble = ({ asked }: { readonly asked: Asked<unknown> }) => {
  const i18n = useI18n();
  if (asked.error === null) return null;
  const needsFactor = asked.error instanceof ApiError && asked.error.code === 'SECOND_FACTOR_REQUIRED';
  return (
    <Banner
      tone="warning"
      role="alert"
      action={
        needsFactor ? (
          <Link className="button" data-variant="secondary" data-size="medium" to={paths.security}>
            {i18n.t('operator.toSecurity')}
          </Link>
        ) : (
          <Button busy={asked.isFetching} onClick={() => void asked.refetch()}>
            {i18n.t('common.retry')}
          </Button>
        )
      }
    >
      {errorText(i18n, asked.error)}
    </Banner>
  );
};

export type ListStateProps<Value> = {
  readonly asked: Asked<Value>;
  readonly height?: number;
  readonly children: (value: Value) => ReactNode;
};

/** What is here stays while it cannot be renewed. */
export const ListState = <Value,>({ asked, height = waitingHeight, children }: ListStateProps<Value>) => (
  <>
    <Trouble asked={asked} />
    {asked.data === undefined && asked.error === null ? <Skeleton height={height} /> : null}
    {asked.data === undefined ? null : children(asked.data)}
  </>
);

export const Empty = ({ text }: { readonly text: string }) => (
  <div className="card card-pad">
    <p>{text}</p>
  </div>
);
