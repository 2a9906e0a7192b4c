import { lazyPart } from '../../ui/states/lazyPart.tsx'

/** The dialog that goes back to earlier settings, for the pages of changes. */
export const RestoreChange = lazyPart(
  async () => (await import('../../features/device/RestoreChange.tsx')).RestoreChange,
  'device',
  'settings',
)
