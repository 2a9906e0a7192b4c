import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { DEVICE_SORT_PROPERTIES, type DevicesAddress } from '../model/devicesAddress.ts'
import styles from './SortSelectors.module.css'

const WORDS = { name: 'name', type: 'type', createdTime: 'createdTime', active: 'status' } as const

export interface SortSelectorsProps {
  property: DevicesAddress['sortProperty']
  order: DevicesAddress['sortOrder']
  onChange: (sort: { sortProperty?: DevicesAddress['sortProperty']; sortOrder?: DevicesAddress['sortOrder'] }) => void
}

/** What the devices are sorted by, and which way. */
export function SortSelectors({ property, order, onChange }: SortSelectorsProps) {
  const t = useTexts('devices')
  return (
    <div className={styles.selectors}>
      <NativeSelect
        aria-label={t('sortBy')}
        value={property}
        data={DEVICE_SORT_PROPERTIES.map((value) => ({ value, label: t(WORDS[value]) }))}
        onChange={(event) => {
          const chosen = DEVICE_SORT_PROPERTIES.find((value) => value === event.currentTarget.value)
          if (chosen) onChange({ sortProperty: chosen })
        }}
      />
      <NativeSelect
        aria-label={t('sortDirection')}
        value={order}
        data={[
          { value: 'ASC', label: t('ascending') },
          { value: 'DESC', label: t('descending') },
        ]}
        onChange={(event) => onChange({ sortOrder: event.currentTarget.value === 'DESC' ? 'DESC' : 'ASC' })}
      />
    </div>
  )
}
