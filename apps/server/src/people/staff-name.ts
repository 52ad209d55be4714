// Finds messaging ids that look like an account of the operators. An applicant with such an id could write to other members in the name of the operators.
import { ApiError } from '../api/api-error.ts';

/** Words with which people name staff, in the languages of the web app. */
const staffWords = new Set(
  (
    'operators admin admins support staff official ' +
    'оператор админ администратор поддержка модератор официальный 운영팀 고객지원 공식 ' +
    '运营 运营人员 官方 運営者 管理者 担当者 公式'
  ).split(' '),
);

/** Words that no id may contain, because they are the name of the product or have no second meaning. */
const staffPattern = /rondo|operator|administrator|moderator|helpdesk|운영자|관리자|고객센터|管理员|客服|運営|サポート/;

/** Letters of other alphabets and digits that look like Latin letters. */
const looks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα4@',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еε3',
    h: 'һ',
    i: 'іι1!|ıl',
    j: 'ј',
    m: 'м',
    n: 'пη',
    o: 'оο0',
    p: 'рρ',
    r: 'г',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υ',
    x: 'хχ',
    y: 'у',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** Throws NAME_LIKE_STAFF when the messaging id looks like an account of the operators. */
export function refuseStaffName(name: string): void {
  if (isStaffName(name)) throw new ApiError('NAME_LIKE_STAFF', { field: 'name' });
}

/** Returns whether the messaging id looks like an account of the operators, also with letters of another alphabet and with digits instead of letters. */
export function isStaffName(name: string): boolean {
  const plain = name.normalize('NFKC').toLowerCase();
  return [plain, latinOf(plain)].some((text) => {
    const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
    const joined = words.join('');
    return staffPattern.test(joined) || [joined, ...words].some((word) => staffWordForms.has(word));
  });
}

/** The words as they are written, and with the letters of `looks` replaced. */
const staffWordForms = new Set([...staffWords].flatMap((word) => [word, latinOf(word)]));

function latinOf(text: string): string {
  return Array.from(text, (character) => looks.get(character) ?? character).join('');
}
