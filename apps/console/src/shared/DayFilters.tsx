import { TimeField } from '../ui/forms/TimeField.tsx'
import { parseTyped } from '../ui/forms/typedTime.ts'

interface Days {
  /** The first and the last day, such as 2026-11-22. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface DayFiltersProps extends Days {
  readonly labels: Readonly<Record<keyof Days, string>>
  readonly onChange: (change: Days) => void
}

/** Fields for the first and the last day of a list. A day counts when it is complete. */
export function DayFilters({ from, to, labels, onChange }: DayFiltersProps) {
  const change = (key: keyof Days) => (value: string) => {
    if (value === '' || parseTyped(value, 'day') === value) onChange({ [key]: value || undefined })
  }
  return (
    <>
      <TimeField precision="day" label={labels.from} value={from ?? ''} max={to} onChange={change('from')} />
      <TimeField precision="day" label={labels.to} value={to ?? ''} min={from} onChange={change('to')} />
    </>
  )
}
