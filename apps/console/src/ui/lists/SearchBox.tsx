import { CloseButton, TextInput } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useTexts } from '../../texts/useTexts.ts'

export interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** The placeholder, which is also the accessible name. */
  placeholder: string
  className?: string
}

/** A search field with a button that clears it; Escape clears it too. */
export function SearchBox({ value, onChange, placeholder, className }: SearchBoxProps) {
  const t = useTexts('common')
  return (
    <TextInput
      {...(className && { className })}
      type="text"
      role="searchbox"
      inputMode="search"
      placeholder={placeholder}
      aria-label={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('')
      }}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        value !== '' && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => onChange('')} />
      }
    />
  )
}
