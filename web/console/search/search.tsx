import '../styles/filters.css';
import '../styles/search.css';
import { useEffect, useState } from 'preact/hooks';
import { ListWithPane } from '../queue/list-with-pane.tsx';
import { useRoute } from '../router.ts';
import type { Entry } from '../search-field/entry.ts';
import { FORM_FILTERS, SEARCH_FILTERS } from '../search-field/filter.ts';
import { SearchField } from '../search-field/search-field.tsx';
import type { Problem } from '../service/failures.ts';
import { searchTexts } from '../texts/search.ts';
import { Async, Empty } from '../ui/states.tsx';
import { FilterButton, MoreFilters, Views, viewOf } from './filter-form.tsx';
import { ResultList } from './result-list.tsx';
import { useResults } from './results.ts';

/** All transactions that match the filter in the URL, newest first. */
export function SearchScreen() {
  const { params } = useRoute();
  const openId = params.get('open');
  const results = useResults(params);
  const [entry, setEntry] = useState<Entry>();
  const [isOpen, setOpen] = useState(false);
  const t = searchTexts();
  const { loaded } = results;
  // A wrong field is shown with its problem.
  const isWrong = isOfForm(loaded.problem);
  const isShown = isOpen || isWrong;
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <>
      <div class="search-head">
        <SearchField
          names={SEARCH_FILTERS}
          more={<FilterButton isOpen={isShown} onToggle={() => setOpen(!isOpen)} />}
          onEnter={setEntry}
          onChanged={results.applyUpdate}
          onDecided={results.remove}
        />
        {isShown && <MoreFilters problem={loaded.problem} />}
        <Views />
        {viewOf(params) === 'late' && <p class="hint">{t.lateHint}</p>}
      </div>
      <ListWithPane items={loaded.data?.items} rows={results} openId={openId}>
        {isWrong ? (
          <Empty title={t.wrongFilter}>{t.wrongFilterHint}</Empty>
        ) : (
          <Async what={t.what} loaded={loaded}>
            {(found) => <ResultList found={found} results={results} openId={openId} entry={entry} />}
          </Async>
        )}
      </ListWithPane>
    </>
  );
}

/** Whether the problem is about fields of the form. Then it is shown next to them, and the search has not failed. */
function isOfForm(problem: Problem | undefined): boolean {
  const names: readonly string[] = Object.keys(problem?.fields ?? {});
  return names.length > 0 && names.every((name) => FORM_FILTERS.some((own) => own === name));
}
