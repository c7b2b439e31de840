import { z } from 'zod';
import { findNearest } from '../kernel/nearest.ts';
import { type FieldProblem, fault, faultOf, fieldProblem } from '../kernel/problems.ts';

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
  const unknown = unknownFields(input, sent);
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? unknownParameters(issue.keys, input)
      : invalidField(issue, issue.path.length === 1 ? unknown : []),
  );
}

/** @param unknown the fields that may have been sent in the place of this one. */
function invalidField(issue: z.core.$ZodIssue, unknown: readonly string[]): FieldProblem {
  const path = issue.path.join('.');
  const found = faultOf(issue);
  if (path === '') return { path, ...found };
  // Such as processID for processId, amount_minor for amount.
  const isMeant = (name: string) => nearestKnown(name, [path]) !== undefined;
  const similar = found.code === 'required' && unknown.find(isMeant);
  return fieldProblem(path, similar ? { ...found, message: `is required; you sent ${similar}.` } : found);
}

/** Reports unknown parameters of a read, each with the known parameter that is most similar to it. */
function unknownParameters(names: readonly string[], input: z.ZodType): readonly FieldProblem[] {
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const words = names.filter(isFieldName).slice(0, MAX_COMPARED);
  const problems = words.map((name) =>
    fieldProblem(name, fault('unknown_parameter', `is not known. ${advise(name, known)}`)),
  );
  if (words.length === names.length) return problems;
  const message = `names in the request are not known. ${list(known)}`;
  return [...problems, fieldProblem('parameter', fault('unknown_parameter', message))];
}

/** The first fields of a request that the operation does not know, without those that cannot be names of fields. */
function unknownFields(input: z.ZodType, sent: unknown): readonly string[] {
  if (!(input instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return [];
  const { shape } = input;
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(shape, name) && isFieldName(name));
  return unknown.slice(0, MAX_COMPARED);
}

/**
 * Says which fields of a command were ignored. Older clients send more fields than we know, so that is no failure.
 * @returns undefined when none was.
 */
export function describeIgnored(input: z.ZodType, sent: unknown): string | undefined {
  const unknown = unknownFields(input, sent).slice(0, MAX_NAMED);
  if (unknown.length === 0 || !(input instanceof z.ZodObject)) return undefined;
  const known = Object.keys(input.shape);
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
