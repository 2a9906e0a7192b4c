import { UnstyledButton } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import styles from './SortHeader.module.css'

type SortOrder = 'ASC' | 'DESC'

/** The sort order of a list. */
export interface Sort<P extends string = string> {
  property: P
  order: SortOrder
}

export interface SortHeaderProps<P extends string> {
  label: string
  property: P
  sort: Sort<P>
  onSort: (sort: Sort<P>) => void
}

/** Returns the order after a click on a column: the opposite order on the sorted column, ascending on another. */
export function nextSort<P extends string>(sort: Sort<P>, property: P): Sort<P> {
  return { property, order: sort.property === property && sort.order === 'ASC' ? 'DESC' : 'ASC' }
}

/** A column heading that sorts when clicked. `aria-sort` gives screen readers what the arrow shows. */
export function SortHeader<P extends string>({ label, property, sort, onSort }: SortHeaderProps<P>) {
  const sorted = sort.property === property
  const SortIcon = !sorted ? IconArrowsSort : sort.order === 'ASC' ? IconArrowUp : IconArrowDown
  return (
    <th aria-sort={sorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className={styles.button ?? ''} onClick={() => onSort(nextSort(sort, property))}>
        {label}
        <SortIcon className={sorted ? undefined : styles.idle} size={14} stroke={2} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}
