/** The content of the fields `:86:` of a line. */
export interface Details {
  /** The business transaction code of German banks, three digits. */
  readonly businessCode: string | null;
  readonly remittance: readonly string[];
  readonly name: string | null;
  readonly ultimateName: string | null;
  readonly account: string | null;
  readonly endToEndId: string | null;
  /** The payment of a payout file (`PmtInfId`). */
  readonly paymentId: string | null;
  readonly structuredReference: string | null;
  readonly returnReason: string | null;
  /** Whether the dialect has keys for ids. The references of `:61:` are then only pointers to them. */
  readonly hasKeys: boolean;
  /** Whether it names two other parties, of which the payer has written one. */
  readonly isUnclear: boolean;
}

export const NO_DETAILS: Details = {
  businessCode: null,
  remittance: [],
  name: null,
  ultimateName: null,
  account: null,
  endToEndId: null,
  paymentId: null,
  structuredReference: null,
  returnReason: null,
  hasKeys: false,
  isUnclear: false,
};

/** Joins the details of the fields of one line. The first value counts, and all texts are kept. */
export function joinDetails(all: readonly Details[]): Details {
  const [only] = all;
  if (all.length < 2) return only ?? NO_DETAILS;
  const first = <Key extends keyof Details>(key: Key) => all.find((one) => one[key] !== null)?.[key] ?? null;
  return {
    businessCode: first('businessCode'),
    remittance: all.flatMap((one) => one.remittance),
    name: first('name'),
    ultimateName: first('ultimateName'),
    account: first('account'),
    endToEndId: first('endToEndId'),
    paymentId: first('paymentId'),
    structuredReference: first('structuredReference'),
    returnReason: first('returnReason'),
    hasKeys: all.some((one) => one.hasKeys),
    isUnclear: all.some((one) => one.isUnclear),
  };
}
