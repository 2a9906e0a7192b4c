import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import type { DialogProps } from './dialogProps.ts'

const SiteDialog = lazyPart(async () => (await import('./SiteDialog.tsx')).SiteDialog, 'device', 'settings')

/** Loads the form of what is noted of a junction on demand, because it is seldom needed. */
export function LazySiteDialog(props: DialogProps) {
  return (
    <PartLoading>
      <SiteDialog {...props} />
    </PartLoading>
  )
}
