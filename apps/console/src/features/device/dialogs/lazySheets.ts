/** The calculators' sheets, loaded on demand with their texts. */
import { lazyPart } from '../../../ui/states/lazyPart.tsx'

export const TimesSheet = lazyPart(async () => (await import('./TimesSheet.tsx')).TimesSheet, 'device', 'settings')

export const ProgramSheet = lazyPart(
  async () => (await import('./ProgramSheet.tsx')).ProgramSheet,
  'device',
  'settings',
)
