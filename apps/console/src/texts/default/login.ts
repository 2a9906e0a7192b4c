/** Texts of the sign-in page. */
export const login = {
  title: 'Sign In',
  heading: 'Welcome Back',
  subtitle: 'Sign in to your account to continue',
  ended: 'Your session ended. Sign in again.',
  endedKept: 'Your session ended. Sign in again; what you typed is kept.',
  account: 'Account',
  accountPlaceholder: 'Enter your username',
  password: 'Password',
  passwordPlaceholder: 'Enter your password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  remember: 'Remember The Password',
  rememberHint: 'Only the account name is kept on this computer.',
  submit: 'Sign In',
  submitting: 'Signing in...',
  errors: {
    authenticationFailed: 'Authentication failed',
    error: 'Error: {{message}}',
    somethingWrong: 'Something went wrong',
    network: 'Network error. Please check your connection.',
    unexpected: 'An unexpected error occurred',
    tokenExpired: 'Token is expired',
    loginFailed: 'Login failed',
  },
  provider: {
    signIn: 'Sign in with {{name}}',
    refused: {
      providerDown: 'The sign-in service does not answer. Try again in a moment, or sign in with your password.',
      refusedThere: 'The sign-in service did not let you in. Try again, or ask whoever runs it.',
      interrupted: 'This sign-in took too long, or was begun in another tab. Try again.',
      busy: 'Too many people are signing in right now. Try again in a moment.',
      emailNotVerified:
        'The sign-in service knows no verified e-mail address of yours. Have it verified there, then try again.',
      noAccount:
        'You have no account here. Ask an administrator to add one with the e-mail address that you have at the sign-in service.',
      noCustomer:
        'The sign-in service names no customer that exists here. Ask an administrator to add the customer, or to have its name corrected there.',
      notAsHere:
        'Your role or customer at the sign-in service differs from that of your account here. Ask an administrator to correct one of them.',
      otherPerson:
        'The account with your e-mail address belongs to another user at the sign-in service. Ask an administrator to delete it, or to give it another address.',
      disabled: 'Your account is disabled. Ask an administrator to enable it.',
      failed: 'Signing in failed. Try again; if it fails again, the reason is in the log of the platform.',
    },
  },
} as const
