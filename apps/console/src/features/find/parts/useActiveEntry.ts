import { type KeyboardEvent, useState } from 'react'
import type { PaletteEntry } from '../model/paletteEntry.ts'

/**
 * Holds which entry Enter chooses: the first one of a text, until another is moved to. An entry that arrives later
 * changes that only if there was none, so that Enter never chooses what was not yet on screen.
 *
 * Mantine's combobox and spotlight are not used for this: they mark an option in the document itself, lose the mark when
 * options arrive later, and do not tell screen readers about it before an arrow key is pressed.
 */
export function useActiveEntry(text: string, entries: readonly PaletteEntry[]) {
  const [marked, setMarked] = useState<{ readonly text: string; readonly id: string }>()
  const kept = marked?.text === text ? entries.find(({ id }) => id === marked.id) : undefined
  const active = kept ?? entries[0]
  if (active && active !== kept) setMarked({ text, id: active.id })

  const move = (step: 1 | -1): void => {
    const from = active ? entries.indexOf(active) : 0
    const next = entries[(from + step + entries.length) % entries.length]
    if (next) setMarked({ text, id: next.id })
  }
  return {
    active,
    setActive: ({ id }: PaletteEntry): void => setMarked({ text, id }),
    /** Moves by arrow keys and chooses by Enter. A key that ends the composition of a letter does neither. */
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Enter') active?.choose()
      else return
      event.preventDefault()
    },
  }
}
