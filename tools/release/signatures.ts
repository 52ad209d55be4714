// Judges what `npm audit signatures --json` has printed.

/** What is known about the signatures of the packages. A reason is a part of a sentence. */
export type SignatureFinding =
  | { readonly kind: 'valid' }
  | { readonly kind: 'refused'; readonly packages: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** npm defines this format: the packages, or the error with which it has ended. */
interface AuditOutput {
  readonly invalid?: readonly Audited[];
  readonly missing?: readonly Audited[];
  readonly error?: { readonly code?: string | null; readonly summary?: string };
}

interface Audited {
  readonly name: string;
  readonly version: string;
}

/** Judges the output and the exit code of npm. An output that is not readable counts as unknown, never as valid. */
export function judgeSignatures(output: string, status: number | null): SignatureFinding {
  const { invalid, missing, error } = readOutput(output);
  if (error !== undefined) return { kind: 'unknown', reason: reasonOf(error) };
  if (invalid === undefined || missing === undefined)
    return { kind: 'unknown', reason: 'npm has printed no result about the signatures' };
  const packages = [
    ...invalid.map(({ name, version }) => `${name}@${version} has a signature that is not valid`),
    ...missing.map(({ name, version }) => `${name}@${version} has no signature`),
  ];
  if (packages.length > 0) return { kind: 'refused', packages };
  return status === 0 ? { kind: 'valid' } : { kind: 'unknown', reason: `npm has ended with the code ${status}` };
}

function reasonOf({ code, summary = '' }: NonNullable<AuditOutput['error']>): string {
  return /^found no (installed )?dependencies to audit/.test(summary)
    ? 'the registry publishes no signatures'
    : `the registry, or the keys of its signatures, cannot be reached (${code ?? 'no code'})`;
}

function readOutput(text: string): AuditOutput {
  try {
    return JSON.parse(text) as AuditOutput;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
