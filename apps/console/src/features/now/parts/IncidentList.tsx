import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { RowPlace } from '../../../ui/states/PartLoading.tsx'
import { type Selection, useSelection } from '../model/Selection.ts'
import { isSameRow, type RowCustomer, selectedIndex, type ShownRow } from '../model/shownRows.ts'
import styles from './IncidentList.module.css'
import { IncidentRow, type IncidentRowProps } from './IncidentRow.tsx'

/** Properties of `IncidentList`. */
interface IncidentListProps extends Omit<IncidentRowProps, 'shown' | 'isSelected'> {
  readonly rows: readonly ShownRow[]
  /** Called for a click on a row beside its links and buttons. */
  readonly onOpen: (row: ShownRow) => void
}

/** The usual height of a row, pixels, until it is measured. */
const ROW_HEIGHT = 92

const Row = memo(IncidentRow, (before, { shown, ...now }) => {
  const others = Object.keys(now) as (keyof typeof now)[]
  return isSameRow(before.shown, shown) && others.every((key) => before[key] === now[key])
})

/** Lists the incidents; only rows on screen are drawn. */
export function IncidentList({ rows, selection, onOpen, ...rowProps }: IncidentListProps) {
  const t = useTexts('incidents', 'now')
  const scroller = useRef<HTMLUListElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes anything in this build
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    overscan: 4,
  })
  const rowId = useSelection(selection, (now) => now.rowId)
  const selectedId = useSelection(selection, (now) => now.selectedId)
  const selected = selectedIndex(rows, { rowId, selectedId })
  const selectedKey = rows[selected]?.id
  const scrollTo = useRef((_at: number): void => undefined)
  useEffect(() => {
    scrollTo.current = (at) => virtual.scrollToIndex(at, { align: 'auto' })
  }, [virtual])
  const place = useRef(selected)
  useEffect(() => {
    place.current = selected
  }, [selected])
  // Rows that come and go do not move the list, but a selection does.
  useEffect(() => {
    if (selectedKey !== undefined) scrollTo.current(place.current)
  }, [selectedKey])
  useRowPointer(scroller, rows, selection, onOpen)
  return (
    <ul className={styles.list} ref={scroller} aria-label={t('wrong')}>
      <li className={styles.height} style={{ height: virtual.getTotalSize() }} aria-hidden="true" />
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const shown = rows[index]
        if (!shown) return null
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            className={styles.place}
            style={{ transform: `translateY(${start}px)` }}
            data-index={index}
            data-row={shown.id}
            aria-posinset={index + 1}
            aria-setsize={rows.length}
          >
            {shown.heading && <RowHeading of={shown.heading} />}
            <RowPlace>
              <NamedPhases deviceId={shown.junctionId}>
                <Row shown={shown} isSelected={index === selected} selection={selection} {...rowProps} />
              </NamedPhases>
            </RowPlace>
          </li>
        )
      })}
    </ul>
  )
}

function RowHeading({ of }: { readonly of: RowCustomer }) {
  const t = useTexts('incidents', 'now')
  return <h3 className={styles.heading}>{of.kind === 'customer' ? of.title : t(`headings.${of.kind}`)}</h3>
}

/** Selects the row that is clicked, which opens, or has the focus, and notes the junction that the pointer is on. */
function useRowPointer(
  list: RefObject<HTMLElement | null>,
  rows: readonly ShownRow[],
  selection: Selection,
  onOpen: (row: ShownRow) => void,
): void {
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const stopped = new AbortController()
    const { signal } = stopped
    const rowAt = ({ target }: Event): ShownRow | undefined => {
      const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null
      return rows.find((row) => row.id === id)
    }
    const select = (event: Event) => {
      const row = rowAt(event)
      if (row) selection.selectRow(row)
    }
    element.addEventListener(
      'click',
      (event) => {
        const row = rowAt(event)
        select(event)
        if (row && event.target instanceof Element && !event.target.closest('a, button, [role=group]')) open(row)
      },
      { signal },
    )
    element.addEventListener('focusin', select, { signal })
    element.addEventListener('pointerover', (event) => selection.hover(rowAt(event)?.junctionId ?? null), { signal })
    element.addEventListener('pointerleave', () => selection.hover(null), { signal })
    return () => stopped.abort()
  }, [list, rows, selection])
}
