type Reads = typeof import('./read-list.ts');
export type ReadName = keyof Reads;
/** The input, if the read has one. */
export type ReadArgs<N extends ReadName> = Parameters<Reads[N]> extends [unknown, ...infer A] ? A : never;
export type ReadOutput<N extends ReadName> = Awaited<ReturnType<Reads[N]>>;
