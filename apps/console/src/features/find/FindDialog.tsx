import { CloseButton, Loader, TextInput, VisuallyHidden } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useId, useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import styles from './FindDialog.module.css'
import { type GoTo, type PaletteEntry, searchEntries } from './model/paletteEntry.ts'
import { EntryList, optionId } from './parts/EntryList.tsx'
import { FindFailure } from './parts/FindFailure.tsx'
import { useActiveEntry } from './parts/useActiveEntry.ts'
import { useFoundCorridors } from './parts/useFoundCorridors.ts'
import { useFoundCustomers } from './parts/useFoundCustomers.ts'
import { useFoundIncidents } from './parts/useFoundIncidents.ts'
import { useJunctionActs } from './parts/useJunctionActs.ts'
import { useFoundJunctions } from './parts/useFoundJunctions.ts'

/** Properties of `FindDialog`. */
export interface FindDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Closes the dialog and goes to what was found. */
  readonly goTo: GoTo
  /** The pages and actions that the user has. */
  readonly entries: readonly PaletteEntry[]
  /** Returns the text typed before the field had the focus. Called when the field receives the focus. */
  readonly takeTyped: () => string
}

/**
 * Finds junctions, incidents, corridors, customers, pages and actions by a few letters. The first one found is active; arrow keys move, Enter
 * chooses.
 */
export function FindDialog({ opened, onClose, goTo, entries: own, takeTyped }: FindDialogProps) {
  const t = useTexts('admin', 'find')
  const [text, setText] = useState('')
  const junctions = useFoundJunctions(text, goTo)
  const incidents = useFoundIncidents(text, goTo)
  const corridors = useFoundCorridors(text, goTo)
  const customers = useFoundCustomers(text, goTo)
  const acts = useJunctionActs(text, onClose)
  const marked = junctions.entries.map((entry) => ({ ...entry, health: incidents.worst.get(entry.id) }))
  const found = [incidents, corridors, customers].flatMap(({ entries }) => entries)
  // With nothing typed the worst incident comes first, so pages wait for it.
  const isAwaited = text.trim() === '' && incidents.isSearching
  const entries = isAwaited ? [] : [...acts, ...marked, ...found, ...searchEntries(text, own)]
  const { active, setActive, onKeyDown } = useActiveEntry(text, entries)
  const listId = useId()
  const lists = [
    { ...junctions, failed: t('junctionsFailed') },
    { ...incidents, failed: t('incidentsFailed') },
    { ...corridors, failed: t('corridorsFailed') },
    { ...customers, failed: t('customersFailed') },
  ]
  const isSearching = text.trim() !== '' && lists.some((list) => list.isSearching)
  const isNothing = entries.length === 0 && !isSearching && !isAwaited && !lists.some(({ error }) => error)
  return (
    <Dialog opened={opened} title={t('title')} size={600} onDismiss={onClose}>
      <TextInput
        className={styles.field ?? ''}
        data-autofocus
        size="md"
        role="combobox"
        inputMode="search"
        autoComplete="off"
        aria-label={t('field')}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(listId, active)}
        placeholder={t('field')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={() => {
          const typed = takeTyped()
          if (typed !== '') setText(typed)
        }}
        onKeyDown={onKeyDown}
        leftSection={isSearching ? <Loader size={16} /> : <IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        rightSection={text !== '' && <CloseButton size="sm" aria-label={t('clear')} onClick={() => setText('')} />}
      />
      <VisuallyHidden component="output">
        {isSearching ? t('searching') : t('found', { count: entries.length })}
      </VisuallyHidden>
      <div className={styles.results}>
        {lists.map(
          ({ error, retry, failed }) =>
            error && (
              <FindFailure key={failed} onRetry={retry}>
                {errorText(error, failed)}
              </FindFailure>
            ),
        )}
        <EntryList id={listId} entries={entries} active={active} onActive={setActive} />
        {isNothing && <p className={styles.nothing}>{t('nothing', { text: text.trim() })}</p>}
      </div>
      <p className={styles.keys}>{t('keys')}</p>
    </Dialog>
  )
}
