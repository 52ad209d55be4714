// English texts: entering the password again before a protected action.
export const proof = {
  'proof.title': 'Enter your password again',
  'proof.text': 'This step is protected. You will not be asked again for a few minutes.',
  'proof.code': 'Code from your authenticator',
  'proof.codeHint': 'Six digits, or a recovery code.',
  'proof.go': 'Continue',
  'proof.cancel': 'Cancel',
} as const;
