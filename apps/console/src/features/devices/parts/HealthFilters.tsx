import { MODE_CHOICES } from '@greenwave/controller/mode'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { customersQuery } from '../../../data/queries/customers.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { countsOf } from '../../../data/watch.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import type { DevicesAddress } from '../model/devicesAddress.ts'
import styles from './DeviceHealth.module.css'

type State = NonNullable<DevicesAddress['state']>

/** The first hundred customers can be chosen; others are reached by their address. */
const FIRST_CUSTOMERS = { page: 0, pageSize: 100, sortProperty: 'title', sortOrder: 'ASC' } as const

const MARKS = {
  danger: 'danger',
  fault: 'fault',
  deviation: 'deviation',
  hold: 'hold',
  muted: 'muted',
  healthy: 'ok',
  unknown: 'unknown',
  notTaken: 'deviation',
} as const

/**
 * Filters of the list by what the watcher says: links with the number of junctions in each state, and selectors of the
 * mode and the customer. Without a watch there is nothing to filter by, and it says so.
 */
export function HealthFilters({ withCustomers }: { withCustomers: boolean }) {
  const t = useTexts('device', 'devices')
  const words = useHealthWords()
  const watch = useWatch()
  const { state: chosen, mode, customer } = useSearch({ from: '/shell/devices' })
  const navigate = useNavigate({ from: '/devices' })
  if (watch.kind === 'unknown') return null
  if (watch.kind !== 'watched' && chosen === undefined && mode === undefined && customer === undefined) {
    const sinceMs = watch.kind === 'lapsed' && watch.atMs > 0 ? watch.atMs : null
    const texts = [words.name({ code: 'not-watched' }), words.time({ sinceMs, untilMs: null }, serverNowMs())]
    return (
      <p className={styles.health} data-level={0}>
        <HealthMark mark="unwatched" /> {texts.filter(Boolean).join(' ')}
      </p>
    )
  }
  const counts: Partial<Record<State, number>> = watch.kind === 'watched' ? countsOf(watch) : {}
  const states: readonly State[] = ['danger', 'fault', 'deviation', 'hold', 'muted', 'healthy', 'unknown', 'notTaken']
  const shown = states.filter((state) => state === chosen || state === 'notTaken' || (counts[state] ?? 0) > 0)
  return (
    <fieldset className={styles.filters} aria-label={t('filters')}>
      {shown.map((state) => (
        <Link
          key={state}
          className={styles.filter}
          from="/devices"
          to="/devices"
          search={(old) => ({ ...old, page: 0, state: state === chosen ? undefined : state })}
          data-chosen={state === chosen || undefined}
          aria-current={state === chosen || undefined}
        >
          <HealthMark mark={MARKS[state]} />
          {t(`states.${state}`)}
          {counts[state] !== undefined && <b>{counts[state]}</b>}
        </Link>
      ))}
      <NativeSelect
        aria-label={t('filterMode')}
        value={mode === undefined ? '' : String(mode)}
        data={[
          { value: '', label: t('anyMode') },
          ...MODE_CHOICES.map(({ value }) => ({ value: String(value), label: words.mode(value) || t('automatic') })),
        ]}
        onChange={({ currentTarget }) => {
          const choice = MODE_CHOICES.find(({ value }) => String(value) === currentTarget.value)
          void navigate({ search: (old) => ({ ...old, page: 0, mode: choice?.value }) })
        }}
      />
      {withCustomers && (
        <CustomerFilter
          customer={customer}
          onChange={(title) => void navigate({ search: (old) => ({ ...old, page: 0, customer: title }) })}
        />
      )}
    </fieldset>
  )
}

interface CustomerFilterProps {
  readonly customer: string | undefined
  readonly onChange: (title: string | undefined) => void
}

/** Chooses a customer; the customers are loaded when the user is about to choose. */
function CustomerFilter({ customer, onChange }: CustomerFilterProps) {
  const t = useTexts('device', 'devices')
  const [asked, setAsked] = useState(false)
  const { data } = useQuery({ ...customersQuery(FIRST_CUSTOMERS), enabled: asked })
  const titles = new Set([
    ...(customer === undefined ? [] : [customer]),
    ...(data?.data ?? []).map(({ title }) => title),
  ])
  const ask = () => setAsked(true)
  return (
    <NativeSelect
      aria-label={t('customer')}
      value={customer ?? ''}
      data={[{ value: '', label: t('anyCustomer') }, ...titles]}
      onFocus={ask}
      onPointerEnter={ask}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    />
  )
}
