// The button with which a user answers a challenge with a passkey.
import { useState } from 'react';
import type { PasskeyAssertion } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { withChunkTimeout } from '../../lib/page/lazy-component.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { passkeyProblem } from './passkey-problem.ts';

export type PasskeyButtonProps = {
  readonly label: string;
  /** Sends the answer. The button shows the error when this function throws. */
  readonly onSigned: (passkey: PasskeyAssertion) => Promise<void>;
};

export const PasskeyButton = ({ label, onSigned }: PasskeyButtonProps) => {
  const i18n = useI18n();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const use = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const loading = withChunkTimeout(import('./webauthn.ts'));
      const challenge = await api.call('passkeyChallenge', {});
      await onSigned(await (await loading).signChallenge(challenge));
    } catch (error) {
      setProblem(passkeyProblem(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="large" wide busy={isBusy} onClick={() => void use()}>
        {label}
      </Button>
      {problem === null ? null : (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
    </>
  );
};
