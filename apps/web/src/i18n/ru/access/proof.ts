// Russian texts: entering the password again before a protected action.
import type { proof as base } from '../../en/access/proof.ts';
import type { Section } from '../../message.ts';

export const proof: Section<typeof base> = {
  'proof.title': 'Введите пароль ещё раз',
  'proof.text': 'Это действие защищено. В ближайшие несколько минут пароль больше не понадобится.',
  'proof.code': 'Код из приложения-аутентификатора',
  'proof.codeHint': 'Шесть цифр или резервный код.',
  'proof.go': 'Продолжить',
  'proof.cancel': 'Отмена',
};
