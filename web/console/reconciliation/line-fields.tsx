import { FieldList, idField } from '../detail/field-list.tsx';
import { formatDay } from '../format.ts';
import { hrefOf } from '../router.ts';
import { useAccountTitles } from '../search-field/choices.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Iban } from '../ui/iban.tsx';
import { placeOf } from './labels.ts';
import type { Line } from './line-types.ts';

/** All facts of the bank about a line. Those that are rarely needed are collapsed. */
export function LineFields({ line }: { readonly line: Line }) {
  const account = useAccountTitle(line.accountId);
  const { desk: t, files } = reconciliationTexts();
  const { fields } = t;
  const day = line.bookingDate ?? line.valueDate;
  return (
    <section>
      <FieldList
        fields={[
          [fields.name, line.counterpartyName && <bdi>{line.counterpartyName}</bdi>, line.counterpartyName],
          [fields.ultimate, line.ultimateName && <bdi>{line.ultimateName}</bdi>],
          [
            fields.iban,
            line.counterpartyIban && <Iban iban={line.counterpartyIban} />,
            line.counterpartyIban,
          ],
          [fields.text, line.remittance.length > 0 && <Texts all={line.remittance} />],
          [fields.booked, day && formatDay(day)],
          [fields.account, account],
          [fields.returned, line.returnReason],
          [fields.reversal, line.isReversal && texts().ui.yes],
        ]}
      />
      <details>
        <summary>{t.moreFields}</summary>
        <FieldList
          fields={[
            [fields.value, line.valueDate && formatDay(line.valueDate)],
            idField(fields.reference, line.structuredReference),
            idField(fields.endToEnd, line.endToEndId),
            idField(fields.bankReference, line.bankReference),
            idField(fields.code, line.transactionCode),
            [fields.place, placeOf(line.place)],
            [
              files.ofLine,
              <a key="file" href={hrefOf('reconciliation', { view: 'files', open: line.fileId })}>
                {files.openFile}
              </a>,
            ],
          ]}
        />
      </details>
    </section>
  );
}

/** Returns the name of one of the operator's accounts, or its id. */
export function useAccountTitle(accountId: string): string {
  return useAccountTitles()(accountId) ?? accountId;
}

function Texts({ all }: { readonly all: readonly string[] }) {
  return (
    <>
      {all.map((text, index) => (
        <span key={`${index} ${text}`} class="remittance" dir="auto">
          {text}
        </span>
      ))}
    </>
  );
}
