import { FieldList } from '../detail/field-list.tsx';
import { formatAmount, formatCount } from '../format.ts';
import { changeParams, hrefOf } from '../router.ts';
import { readPages } from '../search/read-pages.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Badge, Timestamp } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import {
  type FileFieldsFragment,
  type StatementFieldsFragment,
  StatementFileDocument,
} from './gql/graphql.ts';
import { daysOf, hrefOfDays, whyHeld } from './labels.ts';
import { useAccountTitle } from './line-fields.tsx';
import { TakeBack } from './take-back.tsx';

export type StatementFile = FileFieldsFragment;
type Statement = StatementFieldsFragment;

/** The most statements of a file that are shown. */
const MAX_STATEMENTS = 200;

interface OpenFile {
  readonly file: StatementFile | undefined;
  readonly statements: readonly Statement[];
}

interface PaneProps {
  readonly fileId: string;
  readonly onTakenBack: () => void;
}

/** A file with the statements in it. */
export function FilePane({ fileId, onTakenBack }: PaneProps) {
  const { session } = useSignedIn();
  const { files: t } = reconciliationTexts();
  const loaded = useLiveSummary<OpenFile>(fileId, async () => {
    let file: StatementFile | undefined;
    const readAfter = async (after: string | null) => {
      const page = await session.request(StatementFileDocument, { fileId, after });
      file = page.statementFiles.items[0];
      return page.bankStatements;
    };
    const { items: statements } = await readPages(readAfter, ({ length }) => length >= MAX_STATEMENTS);
    return { file, statements };
  });
  return (
    <aside class="detail line-pane" aria-label={t.pane}>
      <button type="button" class="close" onClick={() => changeParams({ open: undefined })}>
        {texts().ui.close}
      </button>
      <Async what={t.whatFile} loaded={loaded}>
        {({ file, statements }) =>
          file ? (
            <FileDetail
              file={file}
              statements={statements}
              onTakenBack={(taken) => {
                loaded.update(() => ({ file: taken, statements: [] }));
                onTakenBack();
              }}
            />
          ) : (
            <Empty title={t.missing} />
          )
        }
      </Async>
    </aside>
  );
}

interface DetailProps {
  readonly file: StatementFile;
  readonly statements: readonly Statement[];
  readonly onTakenBack: (file: StatementFile) => void;
}

function FileDetail({ file, statements, onTakenBack }: DetailProps) {
  const { files: t } = reconciliationTexts();
  const { takenBack } = file;
  return (
    <>
      <div class="line-title">
        <h2>
          <bdi>{file.name}</bdi>
        </h2>
        <FileBadge file={file} />
      </div>
      <FieldList
        fields={[
          [
            t.imported,
            <>
              <Timestamp iso={file.importedAt} /> {file.importedBy ? t.by(file.importedBy) : t.byFolder}
            </>,
          ],
          [
            t.takenBackAt,
            takenBack && (
              <>
                <Timestamp iso={takenBack.at} /> {t.takenBackBy(takenBack.by, takenBack.reason)}
              </>
            ),
          ],
          [t.matchedAt, file.matchedAt && <Timestamp iso={file.matchedAt} />],
          [t.format, formatOf(file)],
          [t.lines, t.linesNew(formatCount(file.lineCount), formatCount(file.addedCount))],
        ]}
      />
      {!takenBack && (
        <>
          <p>
            <a href={hrefOf('reconciliation', { group: 'all', file: file.fileId })}>{t.toLines}</a>
          </p>
          <section>
            <h3>{t.statements(formatCount(file.statementCount))}</h3>
            <ol class="candidates">
              {statements.map((statement) => (
                <li key={statement.statementId}>
                  <StatementCard statement={statement} />
                </li>
              ))}
            </ol>
          </section>
          <TakeBack file={file} onTakenBack={onTakenBack} />
        </>
      )}
    </>
  );
}

function StatementCard({ statement }: { readonly statement: Statement }) {
  const { desk, files: t, preview } = reconciliationTexts();
  const { heldStatements: words } = desk;
  const { opening, closing, heldReason, releaseReason } = statement;
  const account = useAccountTitle(statement.accountId);
  const number = statement.sequenceNumber ?? statement.bankStatementId;
  const days = hrefOfDays(statement);
  return (
    <>
      <strong>{daysOf(statement) || number}</strong>
      <p class="hint">
        {[
          account,
          number && `${words.number} ${number}`,
          `${words.lines}: ${formatCount(statement.lineCount)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p>
        {preview.balances(
          opening == null ? '–' : formatAmount(opening),
          closing == null ? '–' : formatAmount(closing),
        )}
      </p>
      {heldReason && (
        <p class="late">
          {whyHeld(heldReason)} <a href={hrefOf('reconciliation', { group: 'held' })}>{t.toHeld}</a>
        </p>
      )}
      {releaseReason && <p class="hint">{t.released(releaseReason)}</p>}
      {days && (
        <p>
          <a href={days}>{t.toDays}</a>
        </p>
      )}
    </>
  );
}

/** Whether a file is done, or what holds it up. */
export function FileBadge({ file }: { readonly file: StatementFile }) {
  const { heldCount, matchedAt, takenBack, waitingCount } = file;
  const { files: t } = reconciliationTexts();
  if (takenBack) return <Badge tone="neutral" text={t.takenBack} />;
  if (heldCount > 0) return <Badge tone="bad" text={t.held(formatCount(heldCount))} />;
  if (matchedAt == null) return <Badge tone="info" text={t.matching} />;
  return waitingCount > 0 ? (
    <Badge tone="info" text={t.waiting(formatCount(waitingCount))} />
  ) : (
    <Badge tone="neutral" text={t.matched} />
  );
}

/** The format of a file, and the profile by which a table was read. */
export function formatOf({ format, profileId }: StatementFile): string {
  return [reconciliationTexts().files.formats[format], profileId].filter(Boolean).join(', ');
}
