export const account = {
  title: 'Account Settings',
} as const
