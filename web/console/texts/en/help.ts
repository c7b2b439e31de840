const FIND = ['/', 'find; Enter settles the only result, Shift+Enter without asking'];
const LIST = [
  ['j / ↓', 'next transaction'],
  ['k / ↑', 'previous transaction'],
  ['Enter', 'open it; the pane then follows the selection'],
  ['Esc', 'close the pane, or clear the choice'],
];
const UNDO = ['z', 'undo the last decision, within 8 seconds'];
const DECISIONS = [
  ['s', 'settle it, with the amount to check'],
  ['Shift+S', 'settle it with the amount asked for; settle all that are chosen'],
  ['r', 'reject it'],
  ['p', 'claim a withdrawal and pay it: nobody else can then settle it'],
  ['c', 'copy what a withdrawal is paid with, one value after the other'],
  UNDO,
  ['x', 'choose it, or clear the choice'],
  ['Shift+↓ ↑', 'choose several'],
  ['a', 'choose all deposits that are shown'],
];

export const texts = {
  title: 'Keyboard shortcuts',
  /** The keys of a screen, by its path. A viewer does not see those that decide. */
  screens: {
    queue: { keys: [FIND, ...LIST], decisions: DECISIONS },
    search: { keys: [FIND, ...LIST], decisions: DECISIONS },
    payouts: {
      keys: [
        ['j / ↓', 'next batch'],
        ['k / ↑', 'previous batch'],
        ['Enter', 'open the batch'],
        ['Esc', 'back to the list'],
      ],
      decisions: [
        ['n', 'new batch'],
        ['a', 'approve the batch'],
        ['e', 'export its file for the bank'],
        ['d', 'download its file again'],
        ['r', 'reject it, or the payouts of its file that are chosen'],
        ['Delete', 'take out the payouts that are chosen'],
      ],
    },
    reconciliation: {
      keys: [
        ['j / ↓', 'next line'],
        ['k / ↑', 'previous line'],
        ['n', 'next line; after the last one, the first'],
        ['← →', 'the day before or after, in the view of days'],
        ['p', 'print the day'],
      ],
      decisions: [
        ['Enter', 'confirm what the pane shows: the first button'],
        ['1–9', 'choose a candidate'],
        ['a', 'confirm all that are unambiguous'],
        ['x', 'put the line away'],
        ['u', 'undo a decision'],
        ['/', 'find another transaction'],
        UNDO,
        ['c', 'close the day'],
      ],
    },
  },
  everywhere: [
    ['Ctrl+K', 'find anything, from any screen'],
    ['g q, g r, g p', 'go to the queue, the reconciliation, the payouts'],
    ['Esc', 'close the newest notice, if nothing else is open'],
    ['?', 'this help'],
  ],
};

/** The texts of the help. The English ones are the model for the other languages. */
export type HelpTexts = typeof texts;
