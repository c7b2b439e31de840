import { z } from 'zod';
import { type FieldProblem, PROBLEM_CODES } from '../kernel/problems.ts';
import { graphqlTypes } from './fields.ts';

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
