import { ServiceError } from '../../kernel/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Parameter, UsageError } from './command.ts';
import { fieldOf, labelOf } from './input.ts';
import type { Session } from './session.ts';

/** A command that was called, as far as its refusals name it. */
interface CalledCommand {
  readonly operation: Pick<Operation, 'name' | 'kind' | 'roles'>;
  readonly parameters: readonly Parameter[];
  /** The command that shows a merchant its own, where this one is not for merchants. */
  readonly ofMerchant: string | undefined;
  readonly input: unknown;
}

/**
 * Refuses a client option together with `--as` and a merchant's key, which sees only its own data.
 * @throws UsageError naming both.
 */
export function refuseClientWithMerchant({ principal }: Session, { parameters, input }: CalledCommand): void {
  const appKey = namedClient(input);
  const { role, client } = principal;
  if (role !== 'merchant' || appKey === undefined || appKey === client.appKey) return;
  const parameter = parameters.find((candidate) => fieldOf(candidate) === 'appKey');
  // Where the client is an argument and not an option, the role of the key refuses the command.
  if (!parameter?.syntax.startsWith('--')) return;
  throw new UsageError(
    `--as ${client.appKey} sees only what is its own: leave ${labelOf(parameter)} out, or give --as the key of an operator.`,
  );
}

/** Rewrites an error in the words of the command line: options instead of fields, and what to type to see more. */
export async function inTermsOfCommand(
  session: Session,
  called: CalledCommand,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error;
  const { operation, parameters } = called;
  const options = parameters.filter(({ syntax }) => syntax.startsWith('--'));
  const message = options.reduce(
    // `--accept-difference` for `acceptDifference true`.
    (text, option) =>
      text.replaceAll(new RegExp(`\\b${fieldOf(option)}\\b(?: true\\b)?`, 'g'), labelOf(option)),
    error.message,
  );
  const words = message
    .replace(`may not run ${operation.name}`, 'may not run this command')
    .replace('but yours is a live one', 'but this command sees what live keys made')
    .replace('but yours is', 'but that of --as is')
    .replace('send the same request with', 'run the same command with')
    .replace(/GET \/v1\/transactions\?processId=…/, 'transactions list --process');
  const cure = await remedyFor(session, called, error);
  return new ServiceError(error.type, cure ? `${words} ${cure}` : words, error.details);
}

async function remedyFor(session: Session, called: CalledCommand, { type, details }: ServiceError) {
  const { principal, dependencies } = session;
  if (type === 'not_authorized' && principal.role === 'merchant')
    return remedyForMerchant(called, principal.client);
  if (!details.fields?.some(({ code }) => code === 'other_mode')) return undefined;
  const { operation, input } = called;
  // Only the view of a test key shows tests, and only commands that read have views.
  if (operation.kind !== 'query') return 'A test key with the role operator does it over REST.';
  const named = await dependencies.clients.findByAppKey(namedClient(input) ?? '');
  if (!named?.isTest) return 'Leave --as out to see what live keys made.';
  if (operation.roles.includes(named.role))
    return `Add --as ${named.appKey} to see with the eyes of that key.`;
  const allowed = operation.roles.join(', ');
  return `Give --as a test key with one of the roles ${allowed}. ${remedyForMerchant(called, named) ?? ''}`.trim();
}

function remedyForMerchant(
  { ofMerchant }: CalledCommand,
  { appKey }: { readonly appKey: string },
): string | undefined {
  return ofMerchant && `What ${appKey} itself may see: ${ofMerchant} --as ${appKey}`;
}

function namedClient(input: unknown): string | undefined {
  const isNamed = typeof input === 'object' && input !== null && 'appKey' in input;
  return isNamed && typeof input.appKey === 'string' ? input.appKey : undefined;
}
