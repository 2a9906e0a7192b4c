/** The calculators' sheets, loaded with their words when they are asked for. */
import { loadTexts } from '../../../texts/texts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'

export const TimesSheet = lazyPart(async () => {
  const [{ TimesSheet }] = await Promise.all([import('./TimesSheet.tsx'), loadTexts('settings')])
  return TimesSheet
})

export const ProgramSheet = lazyPart(async () => {
  const [{ ProgramSheet }] = await Promise.all([import('./ProgramSheet.tsx'), loadTexts('settings')])
  return ProgramSheet
})
