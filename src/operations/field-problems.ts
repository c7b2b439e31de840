import { z } from 'zod';
import { findNearest } from '../kernel/nearest.ts';
import { type FieldProblem, fault, faultOf, fieldProblem, PROBLEM_CODES } from '../kernel/problems.ts';
import { graphqlTypes } from './fields.ts';

/** Whether a text can be a mistyped name of a field. Any other text may be private. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z_]{1,32}$/.test(text);
}

/** How many unknown fields are named. */
const MAX_NAMED = 5;

/** How many unknown fields are compared with the known ones: each comparison costs time. */
const MAX_COMPARED = 50;

/**
 * Converts the issues of Zod into problems of fields.
 * @param sent the input as it was sent: a required field may be there under a similar name.
 */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  input: z.ZodType,
  sent: unknown,
): readonly FieldProblem[] {
  const similar = unknownFields(input, sent);
  const invalid = issues.filter(({ code }) => code !== 'unrecognized_keys');
  return [
    ...invalid.map((issue) => invalidField(issue, { input, sent, similar })),
    ...unknownNames(issues, input),
  ];
}

interface Request {
  readonly input: z.ZodType;
  readonly sent: unknown;
  /** The unknown fields that may have been sent instead of a required one. */
  readonly similar: readonly string[];
}

function invalidField(issue: z.core.$ZodIssue, { input, sent, similar }: Request): FieldProblem {
  const path = issue.path.join('.');
  const found = faultOf(issue);
  if (path === '') return { path, ...found };
  if (valueAt(sent, issue.path) === null && schemaAt(input, issue.path)?.safeParse(undefined).success)
    return fieldProblem(path, { ...found, message: 'must not be null: leave the field out.' });
  // Such as processID for processId, amount_minor for amount.
  const isMeant = (name: string) => nearestKnown(name, [path]) !== undefined;
  const given = found.code === 'required' && issue.path.length === 1 && similar.find(isMeant);
  return fieldProblem(path, given ? { ...found, message: `is required; you sent ${given}.` } : found);
}

/** Reports unknown fields, each with the known field of the same object that is most similar to it. */
function unknownNames(issues: readonly z.core.$ZodIssue[], input: z.ZodType): readonly FieldProblem[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((name) => ({ name, path: issue.path })) : [],
  );
  const named = unknown.filter(({ name }) => isFieldName(name)).slice(0, MAX_COMPARED);
  const problems = named.map(({ name, path }) =>
    fieldProblem(
      [...path, name].join('.'),
      fault('unknown_parameter', `is not known. ${advise(name, namesIn(schemaAt(input, path)))}`),
    ),
  );
  if (named.length === unknown.length) return problems;
  const message = `names in the request are not known. ${list(namesIn(input))}`;
  return [...problems, fieldProblem('parameter', fault('unknown_parameter', message))];
}

type Path = readonly PropertyKey[];

/** The schema of a value inside of an input. */
function schemaAt(type: unknown, path: Path): z.ZodType | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return type instanceof z.ZodType ? type : undefined;
  const inside = withoutWrap(type);
  if (inside instanceof z.ZodArray) return schemaAt(inside.element, rest);
  return inside instanceof z.ZodObject ? schemaAt(inside.shape[String(step)], rest) : undefined;
}

/** Unwraps a schema that may be left out or be null, or whose value is read further. */
function withoutWrap(type: unknown): unknown {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return withoutWrap(type.def.innerType);
  return type instanceof z.ZodPipe ? withoutWrap(type.def.in) : type;
}

function namesIn(type: unknown): readonly string[] {
  const inside = withoutWrap(type);
  return inside instanceof z.ZodObject ? Object.keys(inside.shape) : [];
}

function valueAt(sent: unknown, path: Path): unknown {
  return path.reduce((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], sent);
}

/** The first fields of a request that the operation does not know, without those that cannot be names of fields. */
function unknownFields(input: z.ZodType, sent: unknown): readonly string[] {
  if (!(input instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return [];
  const { shape } = input;
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(shape, name) && isFieldName(name));
  return unknown.slice(0, MAX_COMPARED);
}

/**
 * Says which fields of a create were ignored. Older clients send more fields than we know, so this is not a failure.
 * @returns undefined if no field was ignored.
 */
export function describeIgnored(input: z.ZodType, sent: unknown): string | undefined {
  const unknown = unknownFields(input, sent).slice(0, MAX_NAMED);
  if (unknown.length === 0) return undefined;
  const known = namesIn(input);
  const sentences = unknown.map((name) => {
    const meant = nearestKnown(name, known);
    return `${name} is not known and was ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
  });
  return [...sentences, 'Leave it out: /docs lists the fields of each call.'].join(' ');
}

/** A unit or a word that follows a known name is a mistake about it too. */
function nearestKnown(name: string, known: readonly string[]): string | undefined {
  const [head = ''] = name.split('_');
  return (
    findNearest(name.replaceAll('_', ''), known, (candidate) => candidate) ??
    known.find((candidate) => candidate.length > 3 && candidate.toLowerCase() === head.toLowerCase())
  );
}

function advise(name: string, known: readonly string[]): string {
  const meant = nearestKnown(name, known);
  return meant ? `Did you mean ${meant}?` : list(known);
}

function list(known: readonly string[]): string {
  return known.length === 0 ? 'This call takes none.' : `This call takes ${known.join(', ')}.`;
}

/** A problem of one field, in the form that every failure of the service has. */
export const fieldProblemView = z
  .object({
    path: z.string().describe('The field.'),
    code: z
      .enum(PROBLEM_CODES)
      .register(graphqlTypes, { name: 'String' })
      .describe('What is wrong with it, for programs.'),
    params: z
      .record(z.string(), z.union([z.number(), z.string(), z.array(z.string())]))
      .register(graphqlTypes, { name: 'ProblemParams' })
      .describe('The numbers and texts that the words for the code need.'),
    message: z.string().describe('What is wrong with it, and how to correct it, in English for developers.'),
  })
  .register(graphqlTypes, { name: 'FieldProblem', description: 'What is wrong with one field of a request.' })
  .meta({ id: 'FieldProblem' });

/** The problems of a failure; empty if it concerns no field. */
export function viewProblems(problems: readonly FieldProblem[] = []): z.infer<typeof fieldProblemView>[] {
  return problems.map(({ params, ...problem }) => ({ ...problem, params: copyOf(params) }));
}

function copyOf(params: FieldProblem['params']): z.infer<typeof fieldProblemView>['params'] {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? [...value] : value,
  ]);
  return Object.fromEntries(entries);
}
