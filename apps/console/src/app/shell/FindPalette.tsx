import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { FindDialog } from '../../features/find/FindDialog.tsx'
import type { GoTo } from '../../features/find/model/paletteEntry.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import type { NavPage } from './navPages.ts'
import { useActionEntries } from './useActionEntries.ts'
import { usePageEntries } from './usePageEntries.ts'

/** An opening of the palette. */
export interface Opening {
  /** Element that had the focus before the palette opened. */
  readonly opener: Element | null
}

/** Properties of `FindPalette`. */
interface FindPaletteProps {
  /** An object for each opening; null while the palette is closed. */
  readonly opening: Opening | null
  readonly onClose: () => void
  /** The pages of the top bar. */
  readonly pages: readonly NavPage[]
  /** Opens the shortcuts and terms. */
  readonly onHelp: () => void
  /** Returns the text typed since the opening, once the field has the focus. */
  readonly takeTyped: () => string
}

/** The palette, with the pages and actions of this console. */
export function FindPalette({ opening, ...palette }: FindPaletteProps) {
  return (
    <DialogSlot
      subject={opening}
      opener={opening?.opener}
      render={(_, opened) => <OpenPalette opened={opened} {...palette} />}
    />
  )
}

function OpenPalette({
  opened,
  onClose,
  pages,
  onHelp,
  takeTyped,
}: Omit<FindPaletteProps, 'opening'> & { opened: boolean }) {
  const navigate = useNavigate()
  const goTo: GoTo = (target) => {
    // When it is closed the focus is where it was before.
    flushSync(onClose)
    // After navigation the next Tab continues on the new page.
    document.querySelector('main')?.focus({ preventScroll: true })
    void navigate(target)
  }
  const entries = [...usePageEntries(pages, goTo), ...useActionEntries(onClose, onHelp)]
  return <FindDialog opened={opened} onClose={onClose} goTo={goTo} entries={entries} takeTyped={takeTyped} />
}
