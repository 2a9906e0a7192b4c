import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import type { DialogProps } from './dialogProps.ts'

const SiteDialog = lazyPart(async () => (await import('./SiteDialog.tsx')).SiteDialog, 'device', 'settings')
const DisplaysDialog = lazyPart(async () => (await import('./DisplaysDialog.tsx')).DisplaysDialog, 'device', 'settings')

/** Loads the form of phases and geometry on demand, because it is seldom needed. */
export function LazySiteDialog(props: DialogProps) {
  return (
    <PartLoading>
      <SiteDialog {...props} />
    </PartLoading>
  )
}

/** Loads the form of displays and control on demand, because it is seldom needed. */
export function LazyDisplaysDialog(props: DialogProps) {
  return (
    <PartLoading>
      <DisplaysDialog {...props} />
    </PartLoading>
  )
}
