import { loadTexts } from '../../texts/texts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

/** The dialog that goes back to earlier settings, for the pages of changes. */
export const RestoreChange = lazyPart(async () => {
  const [{ RestoreChange }] = await Promise.all([
    import('../../features/device/RestoreChange.tsx'),
    loadTexts('settings'),
  ])
  return RestoreChange
})
