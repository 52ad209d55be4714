// The public face of the store.
export * from './records.ts';
export { Secret, secretOf } from './secret-text.ts';
export { createPasswords, type Passwords } from './passwords.ts';
