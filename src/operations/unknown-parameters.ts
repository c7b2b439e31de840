import { z } from 'zod';
import type { FieldProblem } from '../domain/errors.ts';
import { findNearest } from '../domain/nearest.ts';

/** Whether somebody could have typed a text as the name of a field. Other text in its place may be private. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z_]{1,32}$/.test(text);
}

/** Names parameters that a read does not have, each with the known one that it is near to. */
export function unknownParameters(names: readonly string[], input: z.ZodType): readonly FieldProblem[] {
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const words = names.filter(isFieldName);
  const problems = words.map((name) => ({
    path: name,
    message: `${name} is not known. ${advise(name, known)}`,
  }));
  if (words.length === names.length) return problems;
  return [
    ...problems,
    { path: 'parameter', message: `parameter names in the request are not known. ${list(known)}` },
  ];
}

function advise(name: string, known: readonly string[]): string {
  const meant = findNearest(name.replaceAll('_', ''), known, (candidate) => candidate);
  return meant ? `Did you mean ${meant}?` : list(known);
}

function list(known: readonly string[]): string {
  return known.length === 0 ? 'This call takes none.' : `This call takes ${known.join(', ')}.`;
}
