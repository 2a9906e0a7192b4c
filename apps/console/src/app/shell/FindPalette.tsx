import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { FindDialog } from '../../features/find/FindDialog.tsx'
import type { GoTo } from '../../features/find/model/goTo.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import type { NavPage } from './navPages.ts'
import { useActionEntries } from './useActionEntries.ts'
import { usePageEntries } from './usePageEntries.ts'

/** Properties of `FindPalette`. */
interface FindPaletteProps {
  /** An object for each opening; null while the palette is closed. */
  readonly opening: object | null
  readonly onClose: () => void
  /** The pages of the top bar. */
  readonly pages: readonly NavPage[]
}

/** The palette, with the pages and actions of this console. */
export function FindPalette({ opening, onClose, pages }: FindPaletteProps) {
  return (
    <DialogSlot
      subject={opening}
      render={(_, opened) => <OpenPalette opened={opened} onClose={onClose} pages={pages} />}
    />
  )
}

function OpenPalette({ opened, onClose, pages }: Omit<FindPaletteProps, 'opening'> & { opened: boolean }) {
  const navigate = useNavigate()
  const goTo: GoTo = (target) => {
    // When it is closed the focus is where it was before.
    flushSync(onClose)
    // Whoever went somewhere goes on there with the next Tab.
    document.querySelector('main')?.focus({ preventScroll: true })
    void navigate(target)
  }
  const entries = [...usePageEntries(pages, goTo), ...useActionEntries(onClose)]
  return <FindDialog opened={opened} onClose={onClose} goTo={goTo} entries={entries} />
}
