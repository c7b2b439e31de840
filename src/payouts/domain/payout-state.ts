/**
 * The states of a payout in a file for the bank. `accepted` does not mean paid: only a booked debit shows that the
 * money left. A `held` payout waits for people, because the bank doubts the payee. A `returned` one was paid, and the
 * money came back.
 */
export const PAYOUT_STATES = ['exported', 'accepted', 'held', 'refused', 'paid', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * The states of a payout as people see them: one that is `waiting` is in no file yet, and one that is `removed` was
 * taken out of its batch.
 */
export const SHOWN_STATES = ['waiting', 'removed', ...PAYOUT_STATES] as const;

/**
 * The statuses of ISO 20022 for a payment, with the states that they lead to. They are ordered by rank: of all statuses
 * that the bank has sent, in whatever order, the last one in this list counts. So a late `RCVD` changes nothing, an
 * accepted order after a doubtful payee (`RVNM`) releases it, and nothing follows a refusal. See also EXECUTED.
 */
const RANKED = [
  // The bank has the order.
  ['RCVD', 'accepted'],
  ['PATC', 'accepted'],
  ['PDNG', 'accepted'],
  ['ACTC', 'accepted'],
  // The bank compares the name with the account.
  ['RVNC', 'accepted'],
  ['RCVC', 'accepted'],
  ['RVNA', 'held'],
  ['RVMC', 'held'],
  ['RVCM', 'held'],
  ['RVNM', 'held'],
  // The bank executes the order.
  ['ACCP', 'accepted'],
  ['ACWC', 'accepted'],
  ['ACFW', 'accepted'],
  ['ACFC', 'accepted'],
  ['ACSP', 'accepted'],
  ['ACPD', 'accepted'],
  ['ACWP', 'accepted'],
  ['ACSC', 'accepted'],
  ['ACCC', 'accepted'],
  // The bank pays nobody, and gives nothing back.
  ['BLCK', 'held'],
  ['CANC', 'refused'],
  ['RJCT', 'refused'],
] as const satisfies readonly (readonly [string, PayoutState])[];

export type BankStatus = (typeof RANKED)[number][0];

const RANKS: ReadonlyMap<string, number> = new Map(RANKED.map(([status], rank) => [status, rank]));
const STATES: ReadonlyMap<string, PayoutState> = new Map(RANKED);

/** The statuses with which the bank says that it has executed the payment, so its debit is booked or will be. */
const EXECUTED: ReadonlySet<string> = new Set<BankStatus>(['ACWP', 'ACSC', 'ACCC']);

/** Whether a text of a report is the status of one payment. `PART` is not: it says that payments differ. */
export function isBankStatus(text: string): text is BankStatus {
  return RANKS.has(text);
}

/** What is known about a payout. The state is derived from it, so the order of the news does not matter. */
export interface PayoutFacts {
  /** The highest-ranking status that the bank has sent. */
  readonly bankStatus: BankStatus | null;
  /** Whether the bank has ever said that it executed the payment, whatever else it has said. */
  readonly isExecuted: boolean;
  /** Whether a booked debit shows that the money left. */
  readonly isDebited: boolean;
  /** Whether a booked credit shows that it came back. */
  readonly isReturned: boolean;
}

/** The facts of a payout whose file was written, and about which there is no news yet. */
export const EXPORTED: PayoutFacts = {
  bankStatus: null,
  isExecuted: false,
  isDebited: false,
  isReturned: false,
};

/**
 * Returns the state of a payout. One that the bank has both executed and refused is `held`: its money may have left.
 */
export function stateOf({ bankStatus, isExecuted, isDebited, isReturned }: PayoutFacts): PayoutState {
  if (isDebited) return isReturned ? 'returned' : 'paid';
  if (isExecuted && isRefusal(bankStatus)) return 'held';
  return (bankStatus && STATES.get(bankStatus)) ?? 'exported';
}

/**
 * Facts that cannot all be true. `refused-but-paid`: the reserve may have been released for money that left.
 * `refused-but-executed`: the money may have left.
 */
export type Contradiction = 'refused-but-paid' | 'refused-but-executed';

export function contradictionOf(facts: PayoutFacts): Contradiction | null {
  const { bankStatus, isExecuted, isDebited, isReturned } = facts;
  if (isReturned || !isRefusal(bankStatus)) return null;
  if (isDebited) return 'refused-but-paid';
  return isExecuted ? 'refused-but-executed' : null;
}

function isRefusal(status: BankStatus | null): boolean {
  return status !== null && STATES.get(status) === 'refused';
}

/**
 * Adds a status of the bank to the facts of a payout. A repeated status changes nothing, and the same statuses in any
 * order lead to the same facts.
 * @returns the same object if the status says nothing new.
 */
export function factsAfter(current: PayoutFacts, status: BankStatus): PayoutFacts {
  const isHigher = current.bankStatus === null || rankOf(status) > rankOf(current.bankStatus);
  const bankStatus = isHigher ? status : current.bankStatus;
  // An older version, which did not store `isExecuted`, may have stored a status during the upgrade of the database.
  const isExecuted = current.isExecuted || [current.bankStatus, status].some(isExecution);
  return isHigher || isExecuted !== current.isExecuted ? { ...current, bankStatus, isExecuted } : current;
}

/** Whether a status says that the bank has executed the payment. */
export function isExecution(status: BankStatus | null): boolean {
  return status !== null && EXECUTED.has(status);
}

function rankOf(status: BankStatus): number {
  return RANKS.get(status) ?? -1;
}
