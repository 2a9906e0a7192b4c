import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import type { Sort } from '../../../ui/lists/SortHeader.tsx'
import { DEVICE_SORT_PROPERTIES, type DevicesAddress } from '../model/devicesAddress.ts'
import styles from './SortSelectors.module.css'

const WORDS = { name: 'name', type: 'type', createdTime: 'createdTime', active: 'status', health: 'health' } as const

type DevicesSort = Sort<DevicesAddress['sortProperty']>

/** Properties of `SortSelectors`. */
export interface SortSelectorsProps {
  sort: DevicesSort
  onSort: (sort: DevicesSort) => void
}

/** Selects the property and the direction by which the devices are sorted. */
export function SortSelectors({ sort, onSort }: SortSelectorsProps) {
  const t = useTexts('device', 'devices')
  return (
    <div className={styles.selectors}>
      <NativeSelect
        aria-label={t('sortBy')}
        value={sort.property}
        data={(sort.property === 'health' ? [...DEVICE_SORT_PROPERTIES, sort.property] : DEVICE_SORT_PROPERTIES).map(
          (value) => ({ value, label: t(WORDS[value]) }),
        )}
        onChange={(event) => {
          const chosen = DEVICE_SORT_PROPERTIES.find((value) => value === event.currentTarget.value)
          if (chosen) onSort({ ...sort, property: chosen })
        }}
      />
      <NativeSelect
        aria-label={t('sortDirection')}
        value={sort.order}
        data={[
          { value: 'ASC', label: t('ascending') },
          { value: 'DESC', label: t('descending') },
        ]}
        onChange={(event) => onSort({ ...sort, order: event.currentTarget.value === 'DESC' ? 'DESC' : 'ASC' })}
      />
    </div>
  )
}
