import type { AuditQueryVariables } from '../admin/gql/graphql.ts';
import { edgeOf, readEdge } from '../date-time.ts';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';

/** The filters of the audit log, by the names of their URL parameters. */
export const AUDIT_FILTERS = ['actor', 'operation', 'about', 'from', 'to'] as const;

/** Reads the filter from the URL. The service checks its values. @throws FormError when a time is not one. */
export function readAuditFilter(params: URLSearchParams): AuditQueryVariables {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = params.get(name);
    if (!value) return [];
    const edge = edgeOf(name);
    const read = edge ? readEdge(value, edge) : value;
    if (read === undefined) throw new FormError({ [name]: texts().failures.fields.not_a_timestamp });
    return [[name, read]];
  });
  return Object.fromEntries(given);
}
