import type { Balance, StatementHeader } from '../../reconciliation/domain/statement.ts';
import type { MessageField } from './fields.ts';
import { cleanText } from './lines.ts';
import { type BalanceReason, readAccount, readBalance } from './values.ts';

const FLOOR_CURRENCY = /^ *([A-Z]{3})/;
/** Statement and page; banks that number neither write zeros. */
const SEQUENCE = /^ *0*(\d{0,15})(?:\/0*(\d{0,9}))?/;

/** How a page ended. The next page of the same statement depends on it. */
export interface PageEnd {
  readonly page: number;
  readonly isLast: boolean;
}

export type ReadBalance = { readonly balance: Balance | null } | { readonly reason: BalanceReason };

/** The fields of a message before its first line. */
export class MessageHead {
  readonly #isIntradayEnvelope: boolean;
  #reference = '';
  #account = '';
  #sequence = '';
  #opening: Balance | undefined;
  #openingTag = '';
  #currency: string | null = null;
  #hasFloorLimit = false;
  #hasReportTime = false;

  constructor(isIntradayEnvelope: boolean) {
    this.#isIntradayEnvelope = isIntradayEnvelope;
  }

  /** Takes one of its fields. */
  take({ tag, lines: [text = ''] }: MessageField): void {
    if (tag === '20') this.#reference = cleanText(text);
    if (tag.startsWith('25')) this.#account = cleanText(text);
    if (tag.startsWith('28')) this.#sequence = text;
    if (tag.startsWith('13')) this.#hasReportTime = true;
    if (tag === '34F') {
      this.#hasFloorLimit = true;
      this.#currency ??= FLOOR_CURRENCY.exec(text)?.[1] ?? null;
    }
  }

  /** Takes `:60F:` or `:60M:`. @returns what is wrong. */
  takeOpening({ tag, lines: [text = ''] }: MessageField): BalanceReason | undefined {
    const read = readBalance(text);
    this.#openingTag = tag;
    if (typeof read === 'string') return read;
    this.#opening = read.balance;
    this.#currency = read.currency ?? this.#currency;
    return undefined;
  }

  /** Reads `:62F:` or `:62M:`, which must have the same currency. */
  readClosing({ lines: [text = ''] }: MessageField): ReadBalance {
    const read = readBalance(text);
    if (typeof read === 'string') return { reason: read };
    const isOther = read.currency !== null && this.#currency !== null && read.currency !== this.#currency;
    return isOther ? { reason: 'other_balance_currency' } : { balance: read.balance };
  }

  get hasOpening(): boolean {
    return this.#openingTag !== '';
  }

  /**
   * Whether the message itself shows that it is MT942. A report time alone is not enough, because some statements have
   * one too.
   */
  get isIntradayForSure(): boolean {
    return this.#isIntradayEnvelope || this.#hasFloorLimit || (this.#hasReportTime && !this.hasOpening);
  }

  /** Without an opening balance no line is taken as final. */
  get isIntraday(): boolean {
    return this.isIntradayForSure || !this.hasOpening;
  }

  /**
   * The header of the statement. Some banks give balances in reports too: no line of a report is booked, so none leads
   * from one balance to the other, and its header leaves them out.
   * @param previous the end of the page before, which numbers a page without a number.
   */
  header(previous: PageEnd): StatementHeader {
    const [, sequence = '', page = ''] = SEQUENCE.exec(this.#sequence) ?? [];
    const { isIntraday } = this;
    const next = this.#openingTag === '60M' && !isIntraday ? (previous.isLast ? 2 : previous.page + 1) : 1;
    const id = [this.#reference, sequence].filter((part) => part.length > 0).join('/');
    return {
      kind: isIntraday ? 'intraday' : 'statement',
      account: readAccount(this.#account, this.#currency),
      statementId: id || null,
      sequenceNumber: sequence || null,
      page: Number(page) || next,
      opening: isIntraday ? null : (this.#opening ?? null),
    };
  }
}
