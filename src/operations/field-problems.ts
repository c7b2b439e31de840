import { z } from 'zod';
import { findNearest } from '../kernel/nearest.ts';
import { type FieldProblem, fault, faultOf, fieldProblem } from '../kernel/problems.ts';

/** Whether a text can be a mistyped name of a field. Any other text may be private. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z_]{1,32}$/.test(text);
}

/** Converts an issue of Zod into problems of fields. */
export function problemsOf(issue: z.core.$ZodIssue, input: z.ZodType): readonly FieldProblem[] {
  if (issue.code === 'unrecognized_keys') return unknownParameters(issue.keys, input);
  const path = issue.path.join('.');
  const found = faultOf(issue);
  return [path === '' ? { path, ...found } : fieldProblem(path, found)];
}

/** Reports unknown parameters of a read, each with the known parameter that is most similar to it. */
function unknownParameters(names: readonly string[], input: z.ZodType): readonly FieldProblem[] {
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const words = names.filter(isFieldName);
  const problems = words.map((name) =>
    fieldProblem(name, fault('unknown_parameter', `is not known. ${advise(name, known)}`)),
  );
  if (words.length === names.length) return problems;
  const message = `names in the request are not known. ${list(known)}`;
  return [...problems, fieldProblem('parameter', fault('unknown_parameter', message))];
}

function advise(name: string, known: readonly string[]): string {
  const meant = findNearest(name.replaceAll('_', ''), known, (candidate) => candidate);
  return meant ? `Did you mean ${meant}?` : list(known);
}

function list(known: readonly string[]): string {
  return known.length === 0 ? 'This call takes none.' : `This call takes ${known.join(', ')}.`;
}
