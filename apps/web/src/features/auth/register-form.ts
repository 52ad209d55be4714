// State of the sign-up form: values, validation problems and missing input (specification 5).
import { emailSchema, newPasswordSchema, registerRequestSchema, type RegisterRequest } from '@rondo/contract';

export const registerFields = ['email', 'password', 'passwordConfirm', 'name', 'region'] as const;
export type RegisterField = (typeof registerFields)[number];
export const registerBoxes = ['terms', 'privacy', 'adult'] as const;
export type RegisterBox = (typeof registerBoxes)[number];

export type RegisterProblem = 'required' | 'email' | 'short' | 'different' | 'name' | 'region';

export type RegisterForm = {
  readonly values: Readonly<Record<RegisterField, string>>;
  readonly boxes: Readonly<Record<RegisterBox, boolean>>;
  /** The regions in which the service is not available. The list is empty until the server has responded. */
  readonly prohibitedRegions: readonly string[];
  /** The problems that are shown below the fields. A problem is set when the field loses the focus or the form is sent, and it is removed when the user types in the field. */
  readonly problems: Readonly<Partial<Record<RegisterField, RegisterProblem>>>;
};

export const emptyRegisterForm: RegisterForm = {
  values: { email: '', password: '', passwordConfirm: '', name: '', region: '' },
  boxes: { terms: false, privacy: false, adult: false },
  prohibitedRegions: [],
  problems: {},
};

/** Returns true while nothing was typed, chosen or ticked. */
export const isUntouched = ({ values, boxes }: RegisterForm): boolean =>
  Object.values(values).every((value) => value === '') && !Object.values(boxes).includes(true);

export type RegisterEvent =
  | { readonly kind: 'typed'; readonly field: RegisterField; readonly text: string }
  | { readonly kind: 'left'; readonly field: RegisterField }
  | { readonly kind: 'ticked'; readonly box: RegisterBox; readonly isTicked: boolean }
  | { readonly kind: 'rules'; readonly prohibitedRegions: readonly string[] }
  | { readonly kind: 'sent' };

/** Returns the problem of a field, or null when the field is valid. */
export const problemOf = (form: RegisterForm, field: RegisterField): RegisterProblem | null => {
  const { values } = form;
  if (values[field].trim() === '') return 'required';
  switch (field) {
    case 'email':
      return emailSchema.safeParse(values.email).success ? null : 'email';
    case 'password':
      return newPasswordSchema.safeParse(values.password).success ? null : 'short';
    case 'passwordConfirm':
      return values.passwordConfirm === values.password ? null : 'different';
    case 'name':
      return registerRequestSchema.shape.name.safeParse(values.name).success ? null : 'name';
    case 'region':
      return form.prohibitedRegions.includes(values.region) ? 'region' : null;
    default:
      return field satisfies never;
  }
};

const without = (problems: RegisterForm['problems'], fields: readonly RegisterField[]): RegisterForm['problems'] =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.some((other) => other === field)));

const withProblemsOf = (form: RegisterForm, fields: readonly RegisterField[]): RegisterForm => {
  const found = fields.flatMap((field) => {
    const problem = problemOf(form, field);
    return problem === null ? [] : [[field, problem] as const];
  });
  return { ...form, problems: { ...without(form.problems, fields), ...Object.fromEntries(found) } };
};

/** Removes a leading @ from a messaging id. */
const clean = (field: RegisterField, text: string): string => (field === 'name' ? text.replace(/^\s*@+/, '') : text);

/** Returns the form with the problem of the field. An empty field shows no problem, because it is listed as missing. */
const afterLeaving = (form: RegisterForm, field: RegisterField): RegisterForm =>
  form.values[field] === '' ? form : withProblemsOf(form, [field]);

/** Returns the form after an event. */
export const stepRegister = (form: RegisterForm, event: RegisterEvent): RegisterForm => {
  switch (event.kind) {
    case 'typed': {
      // A change of the password also removes the problem of the repeated password.
      const cleared: readonly RegisterField[] =
        event.field === 'password' ? ['password', 'passwordConfirm'] : [event.field];
      return {
        ...form,
        values: { ...form.values, [event.field]: clean(event.field, event.text) },
        problems: without(form.problems, cleared),
      };
    }
    case 'left':
      return afterLeaving(form, event.field);
    case 'ticked':
      return { ...form, boxes: { ...form.boxes, [event.box]: event.isTicked } };
    case 'rules':
      // The person may have chosen the country before the list arrived.
      return afterLeaving({ ...form, prohibitedRegions: event.prohibitedRegions }, 'region');
    case 'sent':
      return withProblemsOf(form, registerFields);
    default:
      return event satisfies never;
  }
};

export type MissingInput = RegisterField | RegisterBox;

/** Returns the fields and check boxes that are missing or invalid, in their order on the page. */
export const missingInputs = (form: RegisterForm): readonly MissingInput[] => [
  ...registerFields.filter((field) => problemOf(form, field) !== null),
  ...registerBoxes.filter((box) => !form.boxes[box]),
];

/** Returns the sign-up request of a complete form. */
export const registerRequestOf = (
  form: RegisterForm,
  invitation: { readonly ref: string; readonly consentVersion: string },
): RegisterRequest => ({
  email: form.values.email.trim(),
  password: form.values.password,
  name: form.values.name.trim(),
  ref: invitation.ref,
  consents: { terms: form.boxes.terms, privacy: form.boxes.privacy, version: invitation.consentVersion },
  is_adult: form.boxes.adult,
  region: form.values.region,
});
