// Runs protected calls. When the server requires the password again, a dialog asks for the password, and the call is repeated.
import { createContext, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/calls/api-error.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** Runs the call, and asks for the password when the server requires the password. Throws the error of the call when the call fails or the user cancels the dialog. */
export type Prove = <Value>(call: () => Promise<Value>) => Promise<Value>;

const ProofContext = createContext<Prove | null>(null);

const isProofWanted = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTH_REQUIRED';

export const ProofProvider = ({ children }: { readonly children: ReactNode }) => {
  const [isAsking, setAsking] = useState(false);
  const resolveProof = useRef<((isProved: boolean) => void) | null>(null);
  const prove = useCallback<Prove>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isProofWanted(error)) throw error;
      setAsking(true);
      const isProved = await new Promise<boolean>((resolve) => {
        resolveProof.current = resolve;
      });
      if (!isProved) throw error;
      return call();
    }
  }, []);
  const end = (isProved: boolean): void => {
    setAsking(false);
    resolveProof.current?.(isProved);
    resolveProof.current = null;
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
  if (prove === null) throw new Error('useProve is used outside of a ProofProvider');
  return prove;
};
