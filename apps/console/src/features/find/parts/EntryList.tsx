import { useEffect, useRef } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { ENTRY_KINDS, type EntryKind, type PaletteEntry } from '../model/paletteEntry.ts'
import styles from './EntryList.module.css'

/** Properties of `EntryList`. */
export interface EntryListProps {
  readonly id: string
  /** The entries, by kind. */
  readonly entries: readonly PaletteEntry[]
  readonly active: PaletteEntry | undefined
  readonly onActive: (entry: PaletteEntry) => void
}

/** Returns the id of an entry's element, for the field that names the active one. */
export const optionId = (listId: string, entry: PaletteEntry): string => `${listId}-${entry.id}`

/** Lists what the palette found, by kind. The focus stays in the field above it, which names the active entry. */
export function EntryList({ id, entries, active, onActive }: EntryListProps) {
  const t = useTexts('admin', 'find')
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('results')}>
      {ENTRY_KINDS.map((kind) => {
        const ofKind = entries.filter((entry) => entry.kind === kind)
        return (
          ofKind.length > 0 && (
            <EntryGroup key={kind} listId={id} kind={kind}>
              {ofKind.map((entry) => (
                <EntryOption
                  key={entry.id}
                  id={optionId(id, entry)}
                  entry={entry}
                  active={entry === active}
                  onActive={onActive}
                />
              ))}
            </EntryGroup>
          )
        )
      })}
    </div>
  )
}

function EntryGroup({ listId, kind, children }: { listId: string; kind: EntryKind; children: React.ReactNode }) {
  const t = useTexts('admin', 'find')
  const labelId = `${listId}-${kind}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; a list of options has groups.
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={styles.kind} role="presentation">
        {t(kind === 'acts' ? 'actsTitle' : kind)}
      </div>
      {children}
    </div>
  )
}

interface EntryOptionProps extends Pick<EntryListProps, 'onActive'> {
  readonly id: string
  readonly entry: PaletteEntry
  readonly active: boolean
}

function EntryOption({ id, entry, active, onActive }: EntryOptionProps) {
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const { icon: EntryIcon, label, detail, health } = entry
  return (
    <button
      ref={option}
      type="button"
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      // Not when the list moves below a pointer that rests.
      onPointerMove={() => active || onActive(entry)}
      // A press would take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={entry.choose}
    >
      <EntryIcon className={styles.icon} size={18} stroke={1.7} aria-hidden="true" />
      <span className={styles.names}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
        {health && (
          <span className={styles.detail}>
            <HealthMark mark={health.mark} /> {health.name}
          </span>
        )}
      </span>
    </button>
  )
}
