export const device = {
  title: 'Device',
} as const
