import { CloseButton } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './SearchBox.module.css'

export interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** The placeholder, which is also the accessible name. */
  placeholder: string
  className?: string
}

/**
 * A search field with a button that clears it; Escape clears it too. The browser's own field: the first view of the dashboard
 * has no other one, and waits for no library of fields.
 */
export function SearchBox({ value, onChange, placeholder, className = '' }: SearchBoxProps) {
  const t = useTexts('common')
  return (
    <div className={`${styles.box} ${className}`}>
      <span className={styles.glass}>
        <IconSearch size={16} stroke={1.8} aria-hidden="true" />
      </span>
      <input
        className={styles.input}
        type="search"
        placeholder={placeholder}
        aria-label={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
        }}
      />
      {value !== '' && (
        <span className={styles.clear}>
          <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => onChange('')} />
        </span>
      )}
    </div>
  )
}
