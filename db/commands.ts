type Commands = typeof import('./command-list.ts');
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = Parameters<Commands[N]>[1];
export type CommandOutput<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;
