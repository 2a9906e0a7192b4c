import { ABILITIES, OPTIONAL_SETTINGS, type OptionalGroup } from '@greenwave/controller/settingTable/table'
import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CustomerFilter } from '../../../shared/CustomerFilter.tsx'
import { DayFilters } from '../../../shared/DayFilters.tsx'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { CHANGE_KINDS, type ChangeKindFilter, kindFilter } from '../model/changeFilters.ts'
import type { ChangesAddress } from '../model/changesAddress.ts'
import styles from './Changes.module.css'

interface ChangeFiltersProps {
  readonly address: ChangesAddress
  readonly onChange: (change: Partial<ChangesAddress>) => void
  /** False for users who have one customer only: their own. */
  readonly withCustomers: boolean
}

/** Choices of the junction or the customer, the person, the kind and the days. */
export function ChangeFilters({ address, onChange, withCustomers }: ChangeFiltersProps) {
  const t = useTexts('settings', 'changes')
  const kindText = useChangeKindText()
  const { junction, customer, person, from, to } = address
  return (
    <fieldset className={styles.filters} aria-label={t('filters')}>
      <JunctionFilter junction={junction} onChange={(id) => onChange({ junction: id, customer: undefined })} />
      {withCustomers && (
        <CustomerFilter customer={customer} onChange={(id) => onChange({ customer: id, junction: undefined })} />
      )}
      <PersonFilter key={person} person={person} onChange={(name) => onChange({ person: name })} />
      <NativeSelect
        label={t('kind')}
        value={kindFilter(address) ?? ''}
        data={[{ value: '', label: t('anyKind') }, ...CHANGE_KINDS.map((value) => ({ value, label: kindText(value) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: kindFilter({ kind: value }) })}
      />
      <DayFilters from={from} to={to} labels={{ from: t('from'), to: t('to') }} onChange={onChange} />
    </fieldset>
  )
}

/** Returns a function for the name of a kind of changes. */
export function useChangeKindText(): (kind: ChangeKindFilter) => string {
  const t = useTexts('settings', 'changes')
  const { optionalText } = useSettingWords()
  return (kind) => {
    if (!isOptional(kind)) return t(`kinds.${kind}`)
    return OPTIONAL_SETTINGS.flatMap(({ group }) => (group.kind === kind ? optionalText(group, 'kind') : []))[0] ?? kind
  }
}

const isOptional = (kind: ChangeKindFilter): kind is OptionalGroup['kind'] => ABILITIES.some((one) => one === kind)

const ASK_AFTER_MS = 400

interface PersonFilterProps {
  readonly person: string | undefined
  readonly onChange: (person: string | undefined) => void
}

/** Part of a person's e-mail address; the list follows soon after the last letter. */
function PersonFilter({ person, onChange }: PersonFilterProps) {
  const t = useTexts('settings', 'changes')
  const [typed, setTyped] = useState(person ?? '')
  useEffect(() => {
    const text = typed.trim() || undefined
    if (text === person) return
    const timer = setTimeout(() => onChange(text), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      label={t('person')}
      placeholder={t('anyPerson')}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
