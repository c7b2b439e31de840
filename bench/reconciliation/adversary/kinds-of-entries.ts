import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import { READ_LIMITS } from '../../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../../src/statements/camt.ts';
import { anybody } from './identity.ts';
import { may, type SharedKind, waits } from './kinds.ts';
import { ascii } from './letters.ts';
import type { Stage } from './stage.ts';

/** A payment of an entry. Its amount is null where the bank gives none. */
interface Detail {
  readonly amountMinor: number | null;
  readonly name: string;
  readonly text: string;
}

/** One entry of several payments, one of which names a deposit of the whole sum, or of its own amount. */
function severalPayments(stage: Stage): boolean {
  const { random } = stage;
  const [owner, other] = [anybody(random), anybody(random)];
  const deposit = stage.deposit(owner);
  const { amountMinor } = deposit;
  stage.crowd();
  const mine = { name: ascii(owner.name), text: stage.typed(deposit) };
  const theirs = { name: ascii(other.name), text: random.pick(['baska odeme', 'kira', '']) };
  // So little that no tolerance accepts it for the whole.
  const part = 5 + random.below(Math.floor(amountMinor / 2));
  const [detail, sumMinor, details] = random.pick<readonly [string, number, readonly Detail[]]>([
    [
      'no amounts',
      amountMinor,
      [
        { ...mine, amountMinor: null },
        { ...theirs, amountMinor: null },
      ],
    ],
    [
      'one amount',
      amountMinor,
      [
        { ...mine, amountMinor },
        { ...theirs, amountMinor: null },
      ],
    ],
    [
      'another sum',
      amountMinor,
      [
        { ...mine, amountMinor: part },
        { ...theirs, amountMinor },
      ],
    ],
    [
      'parts of it',
      amountMinor,
      [
        { ...mine, amountMinor: part },
        { ...theirs, amountMinor: amountMinor - part },
      ],
    ],
    [
      'each its own',
      amountMinor + part,
      [
        { ...theirs, amountMinor: part },
        { ...mine, amountMinor },
      ],
    ],
    ['one shown of two', amountMinor, [{ ...mine, amountMinor: null }]],
  ]);
  const isSplit = detail === 'each its own';
  for (const line of readEntry(stage, sumMinor, details)) {
    const isMine = line.counterpartyName === mine.name || line.isCollective;
    const truth = isMine ? (isSplit ? may(deposit) : waits(deposit)) : waits(null);
    stage.add(line, truth, { detail, isRecognisable: isMine && isSplit });
  }
  return true;
}

/** Writes an entry as camt.053, and reads it. */
function readEntry(
  { naming: { day, currency } }: Stage,
  sumMinor: number,
  details: readonly Detail[],
): readonly MatchableLine[] {
  const money = (minor: number) => `<Amt Ccy="${currency}">${(minor / 100).toFixed(2)}</Amt>`;
  const transactions = details.map(
    ({ amountMinor, name, text }) => `<TxDtls><Refs><TxId>1</TxId></Refs>
${amountMinor === null ? '' : `${money(amountMinor)}<CdtDbtInd>CRDT</CdtDbtInd>`}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`,
  );
  const file = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.04">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>TR330006100519786457841326</IBAN></Id></Acct>
<Ntry>${money(sumMinor)}<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${transactions.join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  return [...readCamt(Buffer.from(file), READ_LIMITS)].flatMap((part) =>
    part.kind === 'line' ? [part.line] : [],
  );
}

/** Entries that are several payments. */
export const KINDS_OF_ENTRIES: readonly SharedKind[] = [
  [5, 'several payments in one entry', severalPayments],
];
