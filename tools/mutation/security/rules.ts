// All broken rules.
import type { BrokenRule } from './broken-rule.ts';
import { browserRules } from './rules/browser-rules.ts';
import { edgeRules } from './rules/edge-rules.ts';
import { factorRules } from './rules/factor-rules.ts';
import { guessingRules } from './rules/guessing-rules.ts';
import { headerRules } from './rules/header-rules.ts';
import { installationRules } from './rules/installation-rules.ts';
import { intrinsicRules } from './rules/intrinsic-rules.ts';
import { keyRules } from './rules/key-rules.ts';
import { limitRules } from './rules/limit-rules.ts';
import { marketRules } from './rules/market-rules.ts';
import { ownerRules } from './rules/owner-rules.ts';
import { passkeyRules } from './rules/passkey-rules.ts';
import { peopleKeyRules } from './rules/people-key-rules.ts';
import { pepperRules } from './rules/pepper-rules.ts';
import { recordRules } from './rules/record-rules.ts';
import { revocationRules } from './rules/revocation-rules.ts';
import { sessionRules } from './rules/session-rules.ts';
import { signerRules } from './rules/signer-rules.ts';

/** The broken rules of `npm run mutate -- --security`. */
export const brokenRules: readonly BrokenRule[] = [
  ...headerRules,
  ...edgeRules,
  ...intrinsicRules,
  ...limitRules,
  ...guessingRules,
  ...factorRules,
  ...passkeyRules,
  ...sessionRules,
  ...keyRules,
  ...ownerRules,
  ...signerRules,
  ...peopleKeyRules,
  ...pepperRules,
  ...recordRules,
  ...revocationRules,
  ...marketRules,
  ...installationRules,
  ...browserRules,
];
