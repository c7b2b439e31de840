import { expect } from 'vitest';
import {
  STATUS_LIMITS,
  type StatusLimits,
  type StatusReading,
  type StatusReport,
} from '../../../src/payouts/domain/status-report.ts';
import type { StatementProblem } from '../../../src/reconciliation/domain/statement.ts';
import { readPain002 } from '../../../src/statements/pain002.ts';
import { bytesOf } from '../statements/read-parts.ts';

export const FILE_ID = 'P000000042';
export const GROUP_ID = 'P000000042-G0001';

/** The end-to-end id of a payout of the file. */
export function payoutId(row: number): string {
  return `${FILE_ID}-${String(row).padStart(6, '0')}`;
}

interface Document {
  readonly version?: string;
  readonly original?: string;
  /** The elements behind `OrgnlMsgNmId`. */
  readonly group?: string;
  readonly payments?: string;
}

export function statusFile({
  version = '10',
  original = FILE_ID,
  group = '',
  payments = '',
}: Document = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}">
 <CstmrPmtStsRpt>
  <GrpHdr><MsgId>PSR-20261128-7</MsgId><CreDtTm>2026-11-28T09:30:47</CreDtTm><InitgPty><Id><OrgId><AnyBIC>TGBATRIS</AnyBIC></OrgId></Id></InitgPty></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>${original}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>
  ${payments}
 </CstmrPmtStsRpt>
</Document>
`;
}

/** A reason. A code with a small letter is a bank's own code. */
export function reason(code: string, ...texts: readonly string[]): string {
  const element = /[a-z]/.test(code) ? `<Prtry>${code}</Prtry>` : `<Cd>${code}</Cd>`;
  const lines = texts.map((text) => `<AddtlInf>${text}</AddtlInf>`).join('');
  return `<StsRsnInf><Orgtr><Nm>Bank</Nm></Orgtr><Rsn>${element}</Rsn>${lines}</StsRsnInf>`;
}

export function payment(inner: string, id = GROUP_ID): string {
  return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${inner}</OrgnlPmtInfAndSts>`;
}

/** A transaction with its status; empty for none. @param inner what follows the status. */
export function transaction(row: number | string, status = '', inner = ''): string {
  const id = typeof row === 'number' ? payoutId(row) : row;
  const element = status && `<TxSts>${status}</TxSts>`;
  return `<TxInfAndSts><StsId>S1</StsId><OrgnlInstrId>I-${id}</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${element}${inner}</TxInfAndSts>`;
}

/** What the bank repeats of an order. */
export function repeated(amount: string, iban = 'TR330006100519786457841326'): string {
  return `<OrgnlTxRef><Amt><InstdAmt Ccy="TRY">${amount}</InstdAmt></Amt><PmtMtd>TRF</PmtMtd><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct><Cdtr><Nm>Şule Ğ</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></OrgnlTxRef>`;
}

export function read(file: string | Uint8Array, limits: Partial<StatusLimits> = {}): StatusReading {
  return readPain002(bytesOf(file), { ...STATUS_LIMITS, ...limits });
}

/** The report of a file without problems. */
export function reportIn(file: string | Uint8Array): StatusReport {
  const reading = read(file);
  expect(reading).toMatchObject({ kind: 'report' });
  if (reading.kind !== 'report') throw new Error('expected a report');
  return reading.report;
}

/** The problems of a file; none for a report. */
export function problemsOf(
  file: string | Uint8Array,
  limits: Partial<StatusLimits> = {},
): readonly StatementProblem[] {
  const reading = read(file, limits);
  return reading.kind === 'problems' ? reading.problems : [];
}
