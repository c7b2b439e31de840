export const session = {
  yourSession: 'your session',
  signedOutElsewhere: 'You signed out in another tab.',
};
