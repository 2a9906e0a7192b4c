export const devices = {
  title: 'Devices',
} as const
