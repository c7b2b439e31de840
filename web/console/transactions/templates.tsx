import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { ReasonTemplatesDocument, type TemplateFieldsFragment } from '../gql/graphql.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import type { Action } from './actions.ts';

export type ReasonTemplate = TemplateFieldsFragment;

const TemplatesContext = createContext<Loaded<readonly ReasonTemplate[]> | undefined>(undefined);

/** Reads the templates once for all dialogs, so that a number can be pressed as soon as one opens. */
export function ReasonTemplates({ children }: { readonly children: ComponentChildren }) {
  const { session } = useSignedIn();
  const isNeeded = useRight('changeTransactions');
  const loaded = useLoad<readonly ReasonTemplate[]>(`templates ${isNeeded}`, async () =>
    isNeeded ? (await session.request(ReasonTemplatesDocument)).reasonTemplates : [],
  );
  return <TemplatesContext.Provider value={loaded}>{children}</TemplatesContext.Provider>;
}

/** Returns all templates. */
function useTemplates(): Loaded<readonly ReasonTemplate[]> {
  const loaded = useContext(TemplatesContext);
  if (!loaded) throw new Error('the templates of reasons are outside of their provider');
  return loaded;
}

/**
 * Reads the templates again when the component appears or `isNeeded`, because an admin may have changed them elsewhere.
 * An earlier failure to read them is not a problem of the component.
 */
export function useFreshTemplates(isNeeded = true): Loaded<readonly ReasonTemplate[]> {
  const loaded = useTemplates();
  const { reload, isLoading, problem } = loaded;
  const reading = useRef<'before' | 'begun' | 'ended'>('before');
  if (reading.current === 'before' && isLoading) reading.current = 'begun';
  else if (reading.current === 'begun' && !isLoading) reading.current = 'ended';
  useLayoutEffect(() => {
    if (isNeeded) reload();
  }, [isNeeded, reload]);
  return { ...loaded, problem: reading.current === 'ended' ? problem : undefined };
}

/** Returns the name of the decisions that templates of a kind are for. */
export function labelOfKind(kind: ReasonTemplate['kind']): string {
  const { transactions, templates } = texts();
  return kind === 'putAway' ? templates.putAway : transactions.actions[kind].label;
}

/** Returns the templates of an action, in the order of their numbers. */
export function useTemplatesOf(action: Action | 'putAway'): readonly ReasonTemplate[] {
  return useTemplates().data?.filter(({ kind }) => kind === action) ?? [];
}
