export const texts = {
  title: 'Keyboard shortcuts',
  keys: [
    ['/', 'find; Enter settles the only hit, Shift+Enter without asking'],
    ['j / ↓', 'next transaction'],
    ['k / ↑', 'previous transaction'],
    ['Enter', 'open it; the pane then follows the selection'],
    ['Esc', 'close the pane, or choose nothing'],
    ['Ctrl+K', 'find anything, from any screen'],
    ['g q, g r, g p', 'go to the queue, the reconciliation, the payouts'],
  ],
  decisions: [
    ['s', 'settle it, with the amount to check'],
    ['Shift+S', 'settle it with the amount as asked; settle all that are chosen'],
    ['r', 'reject it'],
    ['p', 'pay a withdrawal: nobody else then settles it'],
    ['z', 'undo the last decision, within 8 seconds'],
    ['x', 'choose it, or not'],
    ['Shift+↓ ↑', 'choose several'],
    ['a', 'choose all deposits that are shown'],
  ],
  last: [['?', 'this help']],
};

/** The texts of the help. The English ones say which there are. */
export type HelpTexts = typeof texts;
