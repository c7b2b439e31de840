import { hrefOf } from '../router.ts';
import { targetOf } from './labels.ts';

/** Where a target is shown, by its kind. Kinds without a separate place are left out. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  transaction: (open) => hrefOf('search', { open }),
  statementLine: (open) => hrefOf('reconciliation', { group: 'all', open }),
  statementFile: (open) => hrefOf('reconciliation', { view: 'files', open }),
  statement: () => hrefOf('reconciliation', { group: 'held' }),
  bankProfile: () => hrefOf('reconciliation', { view: 'profiles' }),
  dayClosing: (day) => hrefOf('reconciliation', { view: 'days', day }),
  payout: (batch) => hrefOf('payouts', { batch }),
  payoutProfile: () => hrefOf('payouts'),
  payoutPolicy: () => hrefOf('payouts'),
  client: () => hrefOf('clients'),
  matchPolicy: () => hrefOf('clients'),
  bank: () => hrefOf('banks'),
  account: () => hrefOf('banks'),
  blacklistEntry: () => hrefOf('blacklist'),
  reasonTemplate: () => hrefOf('templates'),
};

interface TargetProps {
  readonly kind: string;
  readonly id: string;
}

/** The target of a command, as a link to where it is shown. */
export function TargetLink({ kind, id }: TargetProps) {
  const place = Object.hasOwn(PLACES, kind) ? PLACES[kind] : undefined;
  return place ? <a href={place(id)}>{targetOf(kind)}</a> : targetOf(kind);
}
