import { useState } from 'preact/hooks';
import { FieldList } from '../detail/field-list.tsx';
import { formatAmount, formatCount } from '../format.ts';
import { hrefOf } from '../router.ts';
import { readPages } from '../search/read-pages.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useLineCounts } from './counts.tsx';
import {
  HeldStatementsDocument,
  ReleaseStatementDocument,
  type StatementFieldsFragment,
} from './gql/graphql.ts';
import { daysOf, hrefOfDays, whyHeld } from './labels.ts';
import { useAccountTitle } from './line-fields.tsx';
import { WordsForm } from './words-form.tsx';

type Statement = StatementFieldsFragment;

/** The statements whose balances do not add up. */
export function HeldStatements() {
  const { session, notify } = useSignedIn();
  const { heldStatements: t } = reconciliationTexts().desk;
  const counts = useLineCounts();
  const loaded = useLoad<readonly Statement[]>('held', async () => {
    const readAfter = async (after: string | null) =>
      (await session.request(HeldStatementsDocument, { after })).bankStatements;
    return (await readPages(readAfter)).items;
  });
  const release = async (statementId: string, reason: string) => {
    await session.request(ReleaseStatementDocument, { statementId, reason });
    notify(t.released);
    loaded.reload();
    counts.reload();
  };
  return (
    <Async what={t.what} loaded={loaded}>
      {(statements) =>
        statements.length === 0 ? (
          <Empty title={t.empty}>{t.emptyHint}</Empty>
        ) : (
          <>
            <p>{t.about}</p>
            {statements.map((statement) => (
              <HeldStatement
                key={statement.statementId}
                statement={statement}
                onRelease={(reason) => release(statement.statementId, reason)}
              />
            ))}
          </>
        )
      }
    </Async>
  );
}

interface HeldProps {
  readonly statement: Statement;
  readonly onRelease: (reason: string) => Promise<void>;
}

function HeldStatement({ statement, onRelease }: HeldProps) {
  const { desk, files } = reconciliationTexts();
  const { heldStatements: t } = desk;
  const account = useAccountTitle(statement.accountId);
  const canChange = useRight('changeTransactions');
  const [isAsking, setAsking] = useState(false);
  const { heldReason, opening, closing } = statement;
  const days = hrefOfDays(statement);
  const facts = [
    [t.number, statement.sequenceNumber ?? statement.bankStatementId],
    [t.days, daysOf(statement)],
    [t.lines, formatCount(statement.lineCount)],
    [t.opening, opening == null ? null : formatAmount(opening)],
    [t.closing, closing == null ? null : formatAmount(closing)],
  ] as const;
  const title = t.title(account);
  return (
    <section class="detail held" aria-label={title}>
      <h2>{title}</h2>
      <p class="late">{heldReason && whyHeld(heldReason)}</p>
      <FieldList fields={facts} />
      <p>
        <a href={hrefOf('reconciliation', { group: 'all', file: statement.fileId })}>{files.toLines}</a>
        {days && (
          <>
            {' · '}
            <a href={days}>{files.toDays}</a>
          </>
        )}
      </p>
      {canChange &&
        (isAsking ? (
          <WordsForm
            title={t.release}
            label={t.releaseReason}
            name="reason"
            send={t.release}
            onSend={onRelease}
            onCancel={() => setAsking(false)}
          />
        ) : (
          <div class="actions">
            <button
              type="button"
              aria-label={texts().ui.actOn(t.release, account)}
              onClick={() => setAsking(true)}
            >
              {t.release}
            </button>
          </div>
        ))}
    </section>
  );
}
