import type { z } from 'zod';
import { type FieldProblem, ServiceError, validationError } from '../domain/errors.ts';
import type { Services } from './ports.ts';
import { mayRun, type OperationName, PERMISSIONS, type Principal } from './principal.ts';

/** What a running operation sees: who asks, and all it may reach. */
export interface Context {
  readonly principal: Principal;
  readonly services: Services;
}

/** A use case, defined once for every surface. Its roles stand in PERMISSIONS under its name. */
export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: OperationName;
  readonly kind: 'query' | 'command';
  readonly input: I;
  readonly output: O;
  run(context: Context, input: z.output<I>): Promise<z.output<O>>;
}

/** Keeps the types of one definition. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
): Operation<I, O> {
  return operation;
}

/**
 * The only way into an operation: role, then input, then run.
 * @throws ServiceError not_authorized, error_validation, or what the operation refuses with.
 */
export async function execute<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: Context,
  rawInput: unknown,
): Promise<z.output<O>> {
  if (!mayRun(context.principal.role, operation.name)) throw notAuthorized(context.principal, operation.name);
  const parsed = operation.input.safeParse(rawInput);
  if (!parsed.success) throw validationError(parsed.error.issues.map(toFieldProblem));
  return operation.run(context, parsed.data);
}

function notAuthorized(principal: Principal, name: OperationName): ServiceError {
  const roles = PERMISSIONS[name].join(' or ');
  return new ServiceError(
    'not_authorized',
    `A key with the role ${principal.role} may not run ${name}. Use a key with the role ${roles}.`,
  );
}

function toFieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  const path = issue.path.join('.');
  return { path, message: path === '' ? issue.message : `${path} ${issue.message}` };
}
