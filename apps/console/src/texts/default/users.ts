export default {
  title: 'Users',
} as const
