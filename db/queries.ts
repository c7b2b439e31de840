type Queries = typeof import('./query-list.ts');
export type QueryName = keyof Queries;
export type QueryInput<N extends QueryName> = Parameters<Queries[N]>[1];
export type QueryOutput<N extends QueryName> = Awaited<ReturnType<Queries[N]>>;
