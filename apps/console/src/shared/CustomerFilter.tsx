import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerQuery, customersQuery } from '../data/queries/customers.ts'
import { useTexts } from '../texts/useTexts.ts'

/** The first hundred customers can be chosen; the rest by their address. */
const FIRST_CUSTOMERS = { page: 0, pageSize: 100, sortProperty: 'title', sortOrder: 'ASC' } as const

/** Properties of `CustomerFilter`. */
export interface CustomerFilterProps {
  /** The id of the chosen one. */
  customer: string | undefined
  onChange: (customer: string | undefined) => void
}

/** Chooses a customer; the customers are read when the user is about to choose. */
export function CustomerFilter({ customer, onChange }: CustomerFilterProps) {
  const t = useTexts('monitoring', 'past')
  const [asked, setAsked] = useState(false)
  const { data } = useQuery({ ...customersQuery(FIRST_CUSTOMERS), enabled: asked })
  const chosen = useQuery({ ...customerQuery(customer ?? ''), enabled: customer !== undefined })
  const titles = new Map((data?.data ?? []).map(({ id, title }) => [id.id, title]))
  if (customer !== undefined) titles.set(customer, chosen.data?.title ?? '…')
  const ask = () => setAsked(true)
  return (
    <NativeSelect
      label={t('customer')}
      value={customer ?? ''}
      data={[{ value: '', label: t('anyCustomer') }, ...[...titles].map(([value, title]) => ({ value, label: title }))]}
      onFocus={ask}
      onPointerEnter={ask}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  )
}
