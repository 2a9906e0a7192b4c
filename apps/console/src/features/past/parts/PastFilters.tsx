import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { alarmTypesQuery } from '../../../data/queries/pastIncidents.ts'
import { CustomerFilter } from '../../../shared/CustomerFilter.tsx'
import { DayFilters } from '../../../shared/DayFilters.tsx'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PastAddress } from '../model/pastAddress.ts'
import { isFiltered } from '../model/pastFilters.ts'
import { codeOfKind } from '../model/pastIncident.ts'
import styles from './Past.module.css'

export interface PastFiltersProps {
  address: PastAddress
  /** Applies a change to the address. */
  onChange: (change: Partial<PastAddress>) => void
  /** False for users who have one customer only: their own. */
  withCustomers: boolean
}

const SEVERITIES = ['danger', 'fault', 'deviation'] as const

/** Choices of the kind, the severity, the junction or the customer, and the days. */
export function PastFilters({ address, onChange, withCustomers }: PastFiltersProps) {
  const t = useTexts('monitoring', 'past')
  const { severity, junction, from, to } = address
  const filter = (change: Partial<PastAddress>) => onChange({ ...change, page: 0 })
  return (
    <fieldset className={styles.filters} aria-label={t('filters')}>
      <KindFilter kind={address.kind} onChange={(kind) => filter({ kind })} />
      <NativeSelect
        label={t('severity')}
        value={severity ?? ''}
        data={[
          { value: '', label: t('anySeverity') },
          ...SEVERITIES.map((value) => ({ value, label: t(`severities.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => filter({ severity: SEVERITIES.find((one) => one === value) })}
      />
      <JunctionFilter
        junction={junction}
        onChange={(deviceId) => filter({ junction: deviceId, customer: undefined })}
      />
      {withCustomers && (
        <CustomerFilter
          customer={address.customer}
          onChange={(customer) => filter({ customer, junction: undefined })}
        />
      )}
      <DayFilters from={from} to={to} labels={{ from: t('from'), to: t('to') }} onChange={filter} />
      {isFiltered(address) && (
        <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
          {t('showAll')}
        </Button>
      )}
    </fieldset>
  )
}

const NO_FILTERS: PastAddress = {
  kind: undefined,
  severity: undefined,
  junction: undefined,
  customer: undefined,
  from: undefined,
  to: undefined,
  page: 0,
}

/** Chooses one of the kinds that there are. */
function KindFilter({ kind, onChange }: { kind: string | undefined; onChange: (kind: string | undefined) => void }) {
  const t = useTexts('monitoring', 'past')
  const words = useHealthWords()
  const { data = [] } = useQuery(alarmTypesQuery())
  const nameOf = (type: string) => {
    const code = codeOfKind(type)
    return code ? words.name({ code }) : type
  }
  const types = [...new Set([...(kind === undefined ? [] : [kind]), ...data])]
  const choices = types.map((type) => ({ value: type, label: nameOf(type) }))
  return (
    <NativeSelect
      label={t('kind')}
      value={kind ?? ''}
      data={[{ value: '', label: t('anyKind') }, ...choices.sort((a, b) => a.label.localeCompare(b.label))]}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  )
}
