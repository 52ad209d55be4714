// The rule that no committed file contains a secret: a private key, a token of a known form, or a random text that is assigned to a name of a secret.
import { lineAt, type Finding, type Tree } from '../tree.ts';

/** The forms of known secrets. */
const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*\n\s*[A-Za-z0-9+/=]{32}/g],
  ['a secret key of age', /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/g],
  ['a token of GitLab', /\bglpat-[A-Za-z0-9_-]{20}\b/g],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a key of a Google service', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['a token of Slack', /\bxox[abeprs]-[0-9A-Za-z-]{20,}/g],
  ['a key of a model', /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{32,}/g],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20,}/g],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g],
];

/** A text that is assigned to a name of a secret, in a program, in JSON, in YAML or in a file of variables. */
const assignment =
  /\b[\w-]*(?:secret|passphrase|password|passwd|token|api_?key|master_?key|private_?key|credential)[\w-]*["']?\s*(?::|=)\s*["'`]?([A-Za-z0-9+/=_-]{24,})["'`]?/gi;

/** The bits per character from which a text counts as random. Names in words have about 3.5, and random texts of 32 characters have more than 4 in base64 and 3.2 to 3.9 in hex. */
const randomBits = { hex: 3.1, other: 4.3 };

/** The digests of the lock file, this rule with its test, the certificate that only tests use, and the files of a local installation, which Git ignores. */
const exempt =
  /^(?:package-lock\.json|tools\/tidy\/project\/secrets(?:\.test)?\.ts|packages\/testkit\/src\/localhost-certificate\.ts|(?:.*\/)?\.env|deploy\/[a-z]+\.key)$/;

/** Finds secrets in all text files of the tree. Throws when the tree is empty, because a scan of nothing proves nothing. */
export function checkSecrets(tree: Tree): readonly Finding[] {
  const texts = [...tree].flatMap(([file, { text }]) => (text === null || exempt.test(file) ? [] : [{ file, text }]));
  if (texts.length === 0) throw new Error('There is no file to search for secrets.');
  return texts.flatMap(({ file, text }) => [...knownForms(file, text), ...randomAssignments(file, text)]);
}

function knownForms(file: string, text: string): readonly Finding[] {
  return forms.flatMap(([what, form]) =>
    [...text.matchAll(form)].map(({ index }) => ({ file, line: lineAt(text, index), message: `contains ${what}` })),
  );
}

function randomAssignments(file: string, text: string): readonly Finding[] {
  return [...text.matchAll(assignment)].flatMap(({ index, 1: value = '' }) =>
    isRandom(value)
      ? [{ file, line: lineAt(text, index), message: 'assigns a random text to a name of a secret' }]
      : [],
  );
}

function isRandom(value: string): boolean {
  const isHex = /^[0-9a-f]+$/i.test(value);
  // A name of a program has letters, and seldom digits. A random text of this length has both.
  if (!isHex && !(/\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value))) return false;
  return bitsOf(value) > (isHex ? randomBits.hex : randomBits.other);
}

/** Returns the Shannon entropy of a text in bits per character. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
