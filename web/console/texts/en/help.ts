export const help = {
  title: 'Keyboard shortcuts',
  open: 'Shortcuts',
  keys: {
    next: 'next transaction',
    previous: 'previous transaction',
    open: 'open it',
    settle: 'settle it',
    reject: 'reject it',
    close: 'close what is open',
    help: 'this help',
  },
  or: (one: string, other: string) => `${one} or ${other}`,
  use: 'Use shortcuts of one letter or sign',
  useHint:
    'Turn them off if you speak to your computer, or press keys by accident. Arrow keys, Enter and Esc always work. The choice stays on this device.',
};
