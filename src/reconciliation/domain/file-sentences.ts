import type { ProblemCode } from './statement.ts';

/**
 * Everything that can be wrong with a bank's file, by problem code. `$1` stands for the first of its values. Each
 * sentence says what to do; the console has each in its languages.
 */
export const SENTENCES = {
  'not-a-statement': {
    file_empty: 'The file is empty.',
    text_empty: 'The text is empty: paste lines of a statement.',
    no_table: 'The file is not a table of text.',
    other_kind:
      'This is $1, not a statement. Ask the bank for camt.053 or MT940, or export the account as XLSX or CSV.',
    compressed: 'This is a compressed file ($1): unpack it, and import each file in it.',
    payment_order: 'This is an order to pay (pain), not a statement. Ask the bank for camt.053.',
    other_spreadsheet: 'This is $1, not XLSX: export the statement as XLSX or CSV.',
    no_sheet: 'The file is not an XLSX spreadsheet.',
    hidden_sheets: 'All sheets of the workbook are hidden: show that of the statement, and save it again.',
    no_camt_xml: 'The file is not XML, so it is no statement of camt.052, .053 or .054.',
    no_camt: 'The file begins with $1, and has no statement of camt.052, .053 or .054 in it.',
    no_mt940:
      'This is not an MT940 or MT942 file: it has no field :20:. Upload the original file from the bank, unchanged.',
    no_report_xml:
      'The file is not XML, so it is no status of payments (pain.002). Download it from the bank again.',
    no_report:
      'The file begins with $1, and has no status of payments (pain.002) of version .03 or newer in it. Ask the bank for one.',
    ebics_protocol:
      'This is the protocol of the EBICS server (HAC): it says which files arrived and who signed them, and nothing about payments. Nothing has changed. Import the report about the payments (pain.002).',
    no_batch: 'It answers the file $1, which no batch of payouts of this service has. Nothing has changed.',
  },
  'old-excel': {
    old_excel:
      'This is an old or protected Excel file: open it, and save it as XLSX or CSV without a password.',
  },
  'unknown-columns': {
    several_banks: 'The columns fit several banks ($1): choose the profile of yours.',
    no_bank:
      'The columns fit no profile. Found: $1. Choose the profile of the bank, or make one with the names of these columns.',
    other_columns:
      'The columns do not fit the profile $1. Found: $2. Choose the profile of the bank, or make one with the names of these columns.',
    no_header: 'The first $1 rows hold no names of columns: export the statement with its header.',
    unknown_profile: 'The profile is none of the known ones. Use one of $1, or leave it out.',
    sheet_unread: 'The sheet $1 cannot be read. $2',
    uneven_rows:
      'The row has another number of cells than the others. Copy the header line of the table as well.',
    no_dates: 'No column holds only dates. Copy the header line of the table as well.',
    several_dates: 'Several columns hold dates. Copy the header line of the table as well.',
    no_amounts: 'No column holds only amounts with two decimals. Copy the header line of the table as well.',
    several_amounts: 'More than two columns hold amounts. Copy the header line of the table as well.',
    unclear_balance:
      'Two columns hold amounts, and which one is the balance is not certain. Copy the header line of the table as well.',
    several_directions: 'Several columns hold directions. Copy the header line of the table as well.',
    unclear_direction:
      'The amount has no minus, and the column $1 says $2: is that a debit? Name the column "Debit/Credit" in the file, or assign the columns in a profile of the bank.',
    unclear_state:
      'The column $1 says $2: is that the state of a line that is not booked? Name the column "Status" in the file, or assign the columns in a profile of the bank.',
    unclear_iban:
      'The column $1 says $2: is that the payer\'s account or yours? Name the column "Counterparty IBAN" or "Own IBAN" in the file, or assign the columns in a profile of the bank.',
  },
  'unknown-account': {
    unknown_account:
      'The file names the account $1, which is none of the bank accounts. Add it to its bank if it is yours, or leave out the statements of unknown accounts.',
    unknown_number:
      'The file names the account $1, which is none of the bank accounts. Add it to its bank if it is yours, or choose the account that it is of, or leave out the statements of unknown accounts.',
    not_chosen:
      'The file names the account $1, which is not the chosen one and none of the bank accounts. Add it to its bank if it is yours, or leave out the statements of unknown accounts.',
    all_unknown: 'All statements of the file are of unknown accounts. Add one of these to its bank.',
  },
  'missing-field': {
    no_account: 'The file names no account. Choose the account that it is of.',
    several_accounts:
      'The file names the account $1, which fits several bank accounts. Choose the account that it is of.',
    other_account: 'The file is of another account than the chosen one. Choose the account of the file.',
    no_date: 'The date is missing.',
    no_element: '<$1> is missing or empty. Ask the bank for a complete file.',
    no_opening: 'The statement has no opening balance, field :60F:. Ask the bank for a complete file.',
    no_closing: 'The statement has no closing balance, field :62F:. Ask the bank for a complete file.',
  },
  'too-large': {
    file_too_large: 'The file has more than $1 bytes: export shorter periods.',
    report_too_large: 'The file has more than $1 bytes. Ask the bank for a report of each file of payouts.',
    too_much_memory: 'The file needs too much memory: export shorter periods, or save it as CSV.',
    text_too_long: 'The text has more than $1 characters: import a file.',
    cell_too_long: 'A text of the file has more than $1 characters. Ask the bank for a correct file.',
    row_too_long: 'The row is too long for a table, perhaps because a quote is not closed.',
    token_too_long: 'The file has more than $1 characters without an element.',
    entry_too_long:
      'This field, together with any :61:, :86: and :NS: fields of the same entry, is longer than $1 characters. Ask the bank for a correct file.',
    many_balances: 'The statement has more than $1 balances.',
    many_sheets: 'The workbook has more than $1 sheets: keep the statement alone.',
    many_parts: 'The XLSX file holds too many files.',
    unpacked_too_large: 'The XLSX file is too large once unpacked: open it, and save it as CSV.',
  },
  'too-many-lines': {
    many_lines: 'The file has more than $1 lines: export shorter periods.',
    many_payments: 'The file has more than $1 payments. Ask the bank for a report of each file of payouts.',
    many_transactions:
      'The file has more than $1 transactions. Ask the bank for a report of each file of payouts.',
    many_reasons:
      'The file has more than $1 reasons in one place. Ask the bank for a report of each file of payouts.',
  },
  'too-many-statements': {
    many_statements: 'The file has more than $1 statements: export shorter periods.',
  },
  'too-deep': { too_deep: 'The file nests more than $1 elements. No file of a bank does.' },
  'too-slow': { too_slow: 'Reading the file takes too long: export shorter periods, or save it as CSV.' },
  'forbidden-content': {
    doctype: 'The file has a DOCTYPE, which no bank needs. Ask for a file without it.',
    sheet_doctype: 'The spreadsheet has a DOCTYPE: save it as CSV.',
  },
  'broken-file': {
    damaged: 'The file is damaged: download it again.',
    sheet_damaged: 'The XLSX file is damaged: download it again, or save it as CSV.',
    not_storable: 'A value of the file cannot be stored. Ask the bank for a correct file.',
    protected: 'The XLSX file is protected: save it without a password.',
    no_well_formed: 'The file is no well-formed XML. Download it from the bank again.',
    several_documents:
      'After the end of the document there is more: the file holds several documents. Save each, from its “<?xml” to the next one, as a separate file, and import these.',
    several_reports:
      'The file holds several reports. Save each <Document> as a separate file, and import these.',
    unknown_encoding: 'The file is in the encoding $1, which cannot be read. Save it as UTF-8.',
    other_encoding: 'The file has bytes that are not of its encoding, $1. Download it from the bank again.',
    element_twice: '<$1> stands twice in one place. Ask the bank for a correct file.',
    in_balance: 'In the balance $1, $2',
    late_header: 'The account or the opening balance stands after the entries.',
    entry_outside:
      'Field :61: is outside a statement: no field :20: opens one before it. Ask the bank for a complete file.',
    entry_behind:
      'The field :61: stands after the closing balance, outside any statement. Ask the bank for a complete file.',
    field_twice:
      'A second field :$1: stands in one statement, or after its first line. Ask the bank for a complete file.',
    open_quote: 'A quotation mark is opened and never closed: correct the row, or save the file as XLSX.',
    bad_quotes: 'The row cannot be split into cells: correct its quotation marks, or save the file as XLSX.',
    many_cells: 'The row has more than $1 cells.',
    other_width:
      'The row has $1 cells, and the header $2: separate the cells by tabs, or save the file as XLSX.',
    cut_row:
      'The file ends within this row: it has $1 cells, and the other rows have $2 or more. Download it again.',
    several_tables:
      'The column $1 names several accounts: export each account alone, or assign the column in a profile if these are others.',
    named_between:
      'The file holds several accounts or sections: a row between the lines names $1. Export each alone.',
    pending_between:
      'The file holds several accounts or sections: the rows below $1 are not booked. Export each alone.',
    lines_above:
      'The row is above the header, and has a day and an amount as a line has. Put all lines below one header, or export each section alone.',
    header_between:
      'The file holds several accounts or sections: a second header has other columns than the first. Export each alone.',
    text_between:
      'The file holds several accounts or sections: $1 stands between the lines. Export each alone.',
    pending_table: 'The rows below $1 are not booked. Leave them out, and export the booked ones alone.',
  },
  'bad-amount': {
    no_amount: 'The amount is missing.',
    sum_as_line:
      '$1 is a sum or a balance, and stands where a line has its amount. Remove the row from the file.',
    no_number: '$1 is not a number.',
    unknown_mark: '$1 has a mark that is not a currency.',
    several_signs: '$1 has more than one sign.',
    unclear_decimals:
      '$1 can be read as thousands or as three decimals: choose a profile that says which sign stands before the decimals.',
    no_comma_amount: '$1 is not an amount with a decimal comma.',
    no_point_amount: '$1 is not an amount with a decimal point.',
    no_decimal_amount: '$1 is not an amount with two decimals.',
    many_decimals: '$1 has more than two decimals.',
    huge_amount: '$1 is too large for an amount.',
    amount_is_date: 'A spreadsheet has made a date of the amount: use the file as the bank gives it.',
    above_payments: 'The amount is above $1, more than any payment is. Ask the bank for a correct file.',
    bad_element_amount: '<$1> is $2. It must be an amount like 1250.50.',
    bad_entry_amount:
      'The field :61: must have an amount like 1234,56, with at most two decimals and followed by its type, like NTRF. It has $1. Ask the bank for a correct file.',
    bad_balance_amount:
      'The balance in field :$1: must be like C261122EUR1234,56. Ask the bank for a correct file.',
  },
  'bad-currency': {
    unknown_currency: '$1 is not a currency of ISO 4217.',
    several_currencies: 'The file names several currencies: $1. Export each account alone.',
    no_currency:
      'The file names no currency. Write it into the header, as in "Tutar (TRY)", or choose a profile that has one.',
    bad_element_currency: '<$1> has the currency $2; three capitals as EUR are needed.',
    no_field_currency:
      'The field :60F: (in MT942: :34F:) must name the currency of the account, like EUR. Ask the bank for a correct file.',
    other_balance_currency:
      'The balance in field :$1: must have the currency of the opening balance. Ask the bank for a correct file.',
  },
  'bad-date': {
    bad_value_date: 'The value date $1 is not a date.',
    bad_date: '$1 is not a date in the form $2.',
    several_meanings: 'The dates have several meanings ($1, $2). Copy the header line of the table as well.',
    unclear_days: 'Each date can be read as $1 and as $2. Make a profile of the bank that has one of them.',
    days_from_1904:
      'The workbook counts days from 1904: switch that off in its settings and save it again, or save it as CSV.',
    bad_element_day: '<$1> is $2. It must be a date like 2026-11-22.',
    bad_entry_value_date:
      'The field :61: must begin with the value date as YYMMDD, a day of the calendar. It has $1. Ask the bank for a correct file.',
    bad_entry_date:
      'The field :61: must have the entry date as MMDD after the value date, a day of the calendar. It has $1. Ask the bank for a correct file.',
    bad_balance_date:
      'The balance in field :$1: must have a day of the calendar as YYMMDD. Ask the bank for a correct file.',
  },
  'bad-direction': {
    sign_contradicts:
      'The sign of the amount and the column of the direction contradict each other: correct the profile.',
    unclear_sign:
      'The amount has no sign, and others have a plus: is it a debit? Write a minus before each debit, or choose a profile with a column of the direction.',
    columns_contradict:
      'The columns of debit and credit contradict each other: one of them must be empty or zero.',
    unknown_direction: '$1 is not a direction. Use one of $2.',
    no_direction:
      'Without a header, nobody can tell credits from debits: write + or - before the amounts, or copy the header line as well.',
    bad_element_direction: '<$1> is $2. It must be CRDT or DBIT.',
    bad_entry_direction:
      'The field :61: must have C, D, RC or RD after its dates. It has $1. Ask the bank for a correct file.',
  },
  'bad-status': {
    unclear_status:
      '$1 may mean a booked line or not. Add it to bookedWords or to pendingWords in a profile of the bank.',
  },
} as const satisfies Record<ProblemCode, Readonly<Record<string, string>>>;
