import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { TRANSACTION_ID } from '../../kernel/ids.ts';
import type { Operation } from '../../operations/operation.ts';
import { isOfMode } from '../../transactions/scope.ts';
import type { Session } from './session.ts';

const naming = z.object({ transactionId: z.string().regex(TRANSACTION_ID) });
const nothing = z.object({ items: z.array(z.unknown()).length(0) });

/** Returns the refusal for a list that is empty because its input names a test, which the command does not see. */
export async function refusalOfEmpty(
  session: Session,
  kind: Operation['kind'],
  { input, output }: { readonly input: unknown; readonly output: unknown },
): Promise<ServiceError | undefined> {
  return nothing.safeParse(output).success ? refusalOfTest(session, kind, input) : undefined;
}

/**
 * Returns the refusal that says how to see a hidden test, or who can decide it.
 * @returns undefined when the input names none.
 */
export async function refusalOfTest(
  { dependencies: { db, clients }, principal }: Session,
  kind: Operation['kind'],
  input: unknown,
): Promise<ServiceError | undefined> {
  const named = naming.safeParse(input);
  if (!named.success) return undefined;
  const transaction = await db.read('findTransaction', named.data.transactionId);
  if (!transaction?.isTest || isOfMode(principal, transaction)) return undefined;
  const { appKey = 'a test key' } = (await clients.findById(transaction.clientId)) ?? {};
  const cure =
    kind === 'query'
      ? `Add --as ${appKey} to see it.`
      : 'Only that key decides it, with the calls of /v1/test or on its payment page.';
  return new ServiceError(
    'error_transaction_not_found',
    `Transaction ${transaction.id} is a test of ${appKey}. ${cure}`,
  );
}
