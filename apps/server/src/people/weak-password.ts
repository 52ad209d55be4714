// Refuses passwords that an attacker tries first: common passwords, and the own data of the person (reliability 5.3 item 4).
import { ApiError } from '../api/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The data of the person that an attacker knows. */
export interface PersonName {
  readonly email: string;
  readonly name: string;
}

/** Throws PASSWORD_WEAK when the password is common, is the own data of the person, or has at most two different characters. */
export function refuseWeakPassword(password: string, own: PersonName, field: 'password' | 'new_password'): void {
  if (isWeakPassword(password, own)) throw new ApiError('PASSWORD_WEAK', { field });
}

/** Upper case, digits and signs at both ends do not make a weak password strong, so the comparison ignores them. */
export function isWeakPassword(password: string, { email, name }: PersonName): boolean {
  const plain = foldedOf(password);
  const core = coreOf(plain);
  const known = new Set(
    [email, email.split('@')[0] ?? '', name, 'rondo']
      .map((text) => coreOf(foldedOf(text)))
      .filter((text) => text !== ''),
  );
  const isOwn = known.has(core) || plain === foldedOf(email);
  return isOwn || isCommonPassword(plain) || isCommonPassword(core) || new Set(plain).size <= 2;
}

function foldedOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns the text without the digits and signs at both ends. */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
}
