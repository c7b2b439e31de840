import { type ExampleDesk, inputOf, type Made, type Maker, STAND_INS, together } from './example-desk.ts';
import {
  account,
  approved,
  bank,
  blacklistEntry,
  claimed,
  client,
  colleague,
  deposit,
  event,
  exported,
  failedCallback,
  givenBack,
  halves,
  heldStatement,
  line,
  openDay,
  ownPayout,
  paid,
  payout,
  person,
  planned,
  proposal,
  putAway,
  reasonTemplate,
  refused,
  rejected,
  settled,
  settledTest,
  stopped,
  testDeposit,
  unusedAccount,
  withdrawal,
} from './example-things.ts';
import type { Input } from './graphql-calls.ts';
import type { Outcome } from './surfaces.ts';

/** Creates what examples name, by the names of the ids. */
const BY_NAME: Readonly<Partial<Record<keyof Made, Maker>>> = {
  accountId: account,
  eventId: event,
  fileId: line,
  statementId: line,
  lineId: line,
  payoutId: payout,
  transactionId: deposit,
};

/** Creates it for the operations that need it in another state, or alone. */
const BY_OPERATION: Readonly<Record<string, Maker>> = {
  // Transactions.
  sumTransactions: deposit,
  listCallbackAttempts: settled,
  reverseTransaction: settled,
  correctTransaction: rejected,
  undoTransition: planned,
  claimWithdrawal: withdrawal,
  releaseWithdrawal: claimed,
  markWithdrawalSent: claimed,
  clearBlacklistMark: stopped,
  listLinesOfTransaction: paid,
  search: paid,
  settleTestTransaction: testDeposit,
  rejectTestTransaction: testDeposit,
  reverseTestTransaction: settledTest,
  expireTestTransaction: testDeposit,
  redeliverFailedCallbacks: failedCallback,
  // Statements.
  removeBankProfile: (desk) => desk.make('saveBankProfile'),
  removeMatchPolicy: (desk) => desk.make('updateMatchPolicy'),
  releaseStatement: heldStatement,
  confirmStatementLines: halves,
  confirmProposals: proposal,
  undoStatementLine: putAway,
  updatePresence: colleague,
  // Payouts.
  preparePayout: together(account, withdrawal),
  addToPayout: together(ownPayout, withdrawal),
  removeFromPayout: ownPayout,
  exportPayout: approved,
  getPayoutFile: exported,
  downloadPayoutFile: exported,
  removePayoutProfile: (desk) => desk.make('savePayoutProfile'),
  listRefunds: givenBack,
  changePayee: refused,
  closeDay: openDay,
  // The service itself. What other examples need stays as it is.
  rotateSecret: client,
  updateClient: client,
  updateBank: bank,
  updateAccount: unusedAccount,
  addToBlacklist: person,
  removeFromBlacklist: blacklistEntry,
  removeReasonTemplate: reasonTemplate,
  forgetPerson: person,
};

/** Creates what the example of an operation names. */
export async function makeNamed(desk: ExampleDesk, operation: string): Promise<Made> {
  const own = BY_OPERATION[operation];
  if (own) return own(desk);
  const text = JSON.stringify(inputOf(operation));
  const named = Object.entries(BY_NAME).filter(([name]) => text.includes(STAND_INS[name as keyof Made]));
  return [...new Set(named.map(([, make]) => make))].reduce(together, async () => ({}))(desk);
}

/** Puts the created ids into an example. */
export function fill(example: string, made: Made): string {
  const names = Object.keys(STAND_INS) as (keyof Made)[];
  return names.reduce(
    (text, name) => text.replaceAll(STAND_INS[name], made[name] ?? STAND_INS[name]),
    example,
  );
}

/** The example of an operation, with everything that it names created for it. */
export async function exampleFor(desk: ExampleDesk, operation: string): Promise<Input> {
  const made = await makeNamed(desk, operation);
  const { bytes, ...example } = inputOf(operation);
  return { ...JSON.parse(fill(JSON.stringify(example), made)), ...(bytes !== undefined && { bytes }) };
}

/** What to do about an example that is refused, or that changes nothing. */
export const WHAT_TO_DO =
  'make what it names, in the state that it needs, in BY_OPERATION of test/support/operation-examples.ts.';

/** A sentence about an example that is refused, which names the file to edit; undefined for one that succeeds. */
export function refusalOf(operation: string, { error }: Outcome): string | undefined {
  if (!error) return undefined;
  return `${operation} refuses its example (${error.type}: ${error.message}): ${WHAT_TO_DO}`;
}
