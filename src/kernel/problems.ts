import { PROBLEMS } from './problem-list.ts';

/** What the words for a problem need: numbers, texts and lists of texts. */
export type ProblemParams = Readonly<Record<string, number | string | readonly string[]>>;

type Words = typeof PROBLEMS;
export type ProblemCode = keyof Words;
/** The closed list of codes. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

type PlainCode = { [C in ProblemCode]: Words[C] extends string ? C : never }[ProblemCode];
type ParamsOf<C extends ProblemCode> = Words[C] extends (params: infer P) => string ? P : never;

/** What is wrong with a value, before its field is known. */
export interface Fault {
  readonly code: ProblemCode;
  readonly params: ProblemParams;
  /** A sentence that continues the name of the field, such as `must not be blank.` */
  readonly message: string;
}

/** Makes a fault. `message` says more than the sentence of the code, where there is more to say. */
export function fault<C extends PlainCode>(code: C, message?: string): Fault;
export function fault<C extends Exclude<ProblemCode, PlainCode>>(
  code: C,
  params: ParamsOf<C>,
  message?: string,
): Fault;
export function fault(code: ProblemCode, given?: unknown, message?: string): Fault {
  const params = typeof given === 'object' ? (given as ProblemParams) : {};
  const own = typeof given === 'string' ? given : message;
  return { code, params, message: own ?? sentenceOf(code, params) };
}

function sentenceOf(code: ProblemCode, params: ProblemParams): string {
  const words = PROBLEMS[code] as string | ((params: ProblemParams) => string);
  return typeof words === 'string' ? words : words(params);
}

/** An invalid field of a request. `path` is the caller's name of the field. */
export interface FieldProblem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly params: ProblemParams;
  /** A sentence in English that says how to correct it. */
  readonly message: string;
}

/** The problem of a field. Its message begins with the path. */
export function fieldProblem(path: string, { code, params, message }: Fault): FieldProblem {
  return { path, code, params, message: `${path} ${message}` };
}

/** Writes a fault as the one text that zod keeps of an issue. */
export function issueText(found: Fault): string {
  return JSON.stringify(found);
}

/** The part of an issue of zod that says what is wrong. */
interface Issue {
  readonly code?: string;
  readonly message: string;
  readonly origin?: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: readonly unknown[];
  readonly expected?: string;
}

const WRITTEN = '{"code":';

/** The sentence of an issue, which continues the name of its field. */
export function sentenceOfIssue(issue: Issue): string {
  return issue.message.startsWith(WRITTEN) ? faultOf(issue).message : issue.message;
}

/** The fault of an issue of zod: what `issueText` wrote, or else what zod's own code says. */
export function faultOf(issue: Issue): Fault {
  if (issue.message.startsWith(WRITTEN)) return JSON.parse(issue.message);
  const { code, origin, expected = 'of another type' } = issue;
  const [minimum, maximum] = [Number(issue.minimum), Number(issue.maximum)];
  const isNumber = origin === 'number' || origin === 'int';
  switch (code) {
    case 'too_big':
      if (isNumber) return fault('too_large', { maximum });
      return fault(origin === 'string' ? 'too_long' : 'too_many', { maximum });
    case 'too_small':
      if (isNumber) return fault('too_small', { minimum });
      return origin === 'string' ? fault('required') : fault('too_few', { minimum });
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return fault('required');
      return fault('wrong_type', { expected }, `must be of the type ${expected}.`);
    case 'invalid_value':
      return fault('not_one_of', { allowed: (issue.values ?? []).map(String) });
    case 'unrecognized_keys':
      return fault('unknown_parameter');
    default:
      return fault('wrong_format');
  }
}
