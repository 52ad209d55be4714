// Protected calls: when the server wants the password again, it is asked for and the call is made once more.
import { createContext, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/calls/api-error.ts';
import { lazyPart } from '../../lib/page/lazy-part.ts';

const ProofDialog = lazyPart(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** Makes the call; asks for the password where the server does. Throws the call's error, also when the person gives up. */
export type Prove = <Value>(call: () => Promise<Value>) => Promise<Value>;

const ProofContext = createContext<Prove | null>(null);

const isProofWanted = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTH_REQUIRED';

export const ProofProvider = ({ children }: { readonly children: ReactNode }) => {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<((isProved: boolean) => void) | null>(null);
  const prove = useCallback<Prove>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isProofWanted(error)) throw error;
      setAsking(true);
      const isProved = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
      });
      if (!isProved) throw error;
      return call();
    }
  }, []);
  const end = (isProved: boolean): void => {
    setAsking(false);
    answer.current?.(isProved);
    answer.current = null;
  };
  return (
    <ProofContext value={prove}>
      {children}
      {isAsking ? (
        <Suspense fallback={null}>
          <ProofDialog onEnd={end} />
        </Suspense>
      ) : null}
    </ProofContext>
  );
};

export const useProve = (): Prove => {
  const prove = useContext(ProofContext);
  if (prove === null) throw new Error('useProve needs a ProofProvider above it');
  return prove;
};
