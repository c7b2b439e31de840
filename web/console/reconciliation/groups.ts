/** The groups of lines, with their states. Held statements have a separate list; `all` has lines in any state. */
const GROUPS = {
  decide: [
    'proposed',
    'other-payer',
    'underpaid',
    'overpaid',
    'several-lines',
    'several-deposits',
    'wrong-account',
    'double-payment',
    'payout',
    'undone',
  ],
  late: ['late'],
  returns: ['to-return', 'payout-back', 'returned', 'giving-back'],
  unknown: ['unknown'],
  held: ['held'],
  matched: ['matched', 'given-back'],
  away: ['put-away'],
  all: undefined,
} as const satisfies Readonly<Record<string, readonly string[] | undefined>>;
export type Group = keyof typeof GROUPS;

type Counts = readonly { readonly state: string; readonly count: number }[];

export const GROUP_NAMES = [
  'decide',
  'late',
  'returns',
  'unknown',
  'held',
  'matched',
  'away',
  'all',
] as const;

/** The groups of lines that wait for a person. */
export const WAITING_GROUPS = ['decide', 'late', 'returns', 'unknown', 'held'] as const satisfies Group[];

/** A state of returns about which nobody has to decide any more. */
const AT_REST: readonly string[] = ['giving-back'];

/** Returns the group that the URL names; by default that of lines to be decided. */
export function readGroup(params: URLSearchParams): Group {
  return GROUP_NAMES.find((name) => name === params.get('group')) ?? 'decide';
}

/** Returns the states of a group; undefined for any. */
export function statesOf(group: Group): string[] | undefined {
  return GROUPS[group]?.slice();
}

/** Whether a line is in a group. A planned line needs no decision, so it is in no waiting group. */
export function isIn(group: Group, { state, planned }: { state: string; planned?: unknown }): boolean {
  const states: readonly string[] | undefined = GROUPS[group];
  return !states || (!planned && states.includes(state));
}

/** Returns how many lines of a group wait for somebody; undefined for none. */
export function countIn(group: Group, counts: Counts | undefined): number | undefined {
  const states: readonly string[] = GROUPS[group] ?? [];
  const found = counts?.filter(({ state }) => states.includes(state) && !AT_REST.includes(state)) ?? [];
  return found.length > 0 ? found.reduce((sum, { count }) => sum + count, 0) : undefined;
}

/** Returns how many lines the service has not decided about yet. */
export function countNew(counts: Counts | undefined): number {
  return counts?.find(({ state }) => state === 'new')?.count ?? 0;
}
