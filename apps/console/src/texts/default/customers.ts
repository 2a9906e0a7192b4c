export const customers = {
  title: 'Customers',
} as const
