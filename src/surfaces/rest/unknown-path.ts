import { ServiceError } from '../../kernel/errors.ts';
import { findNearest } from '../../kernel/nearest.ts';
import { routes } from './routes.ts';

/** Words that other services of this kind use for ours. */
const WORDS: Readonly<Record<string, string>> = {
  deposit: 'POST /v1/transactions/deposit',
  deposits: 'POST /v1/transactions/deposit',
  payment: 'POST /v1/transactions/deposit',
  payments: 'POST /v1/transactions/deposit',
  withdraw: 'POST /v1/transactions/withdraw',
  withdrawal: 'POST /v1/transactions/withdraw',
  withdrawals: 'POST /v1/transactions/withdraw',
  payout: 'POST /v1/transactions/withdraw',
  bank: 'GET /v1/available-banks',
  banks: 'GET /v1/available-banks',
  transaction: 'GET /v1/transactions',
  webhooks: 'GET /v1/callback-attempts',
  callbacks: 'GET /v1/callback-attempts',
  me: 'GET /v1/who-am-i',
};

const calls = routes.filter(({ path }) => !path.includes(':'));
const VERSION = /^([/]+api)?([/]+v\d+)?[/]+/i;

/** The call that a path was meant to be. @returns undefined when none is similar. */
function nearestCall(path: string): string | undefined {
  // A regular expression for slashes at the end would take a time that grows with the square of their number.
  const parts = path.replace(VERSION, '').split('/').filter(Boolean);
  const nearest = findNearest(`/v1/${parts.join('/')}`, calls, (call) => call.path);
  const word = parts.at(-1)?.toLowerCase() ?? '';
  const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  return known ?? (nearest && `${nearest.method} ${nearest.path}`);
}

/** The error for a path that is no route. It repeats nothing of the path. */
export function unknownPath(path: string): ServiceError {
  const meant = nearestCall(path);
  const cure = meant ? `Did you mean ${meant}?` : 'Check the path and its version, /v1.';
  return new ServiceError(
    'error_route_not_found',
    `There is no such route. ${cure} All paths are in /openapi.json.`,
  );
}
