export default {
  title: 'Account Settings',
} as const
