/** The names of the commands, queries and reads, with what each takes and returns. */
type Commands = typeof import('./command-list.ts');
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = Parameters<Commands[N]>[1];
export type CommandOutput<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;

type Queries = typeof import('./query-list.ts');
export type QueryName = keyof Queries;
export type QueryInput<N extends QueryName> = Parameters<Queries[N]>[1];
export type QueryOutput<N extends QueryName> = Awaited<ReturnType<Queries[N]>>;

type Reads = typeof import('./read-list.ts');
export type ReadName = keyof Reads;
/** The input, if the read has one. */
export type ReadArgs<N extends ReadName> = Parameters<Reads[N]> extends [unknown, ...infer A] ? A : never;
export type ReadOutput<N extends ReadName> = Awaited<ReturnType<Reads[N]>>;
