import type { Customer } from '@greenwave/contract/customers'
import { ActionIcon } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText } from '../../../ui/dateText.ts'
import list from '../../../ui/ListTable.module.css'
import { type ListColumn, ListTable, LongText } from '../../../ui/ListTable.tsx'
import { type Sort, SortHeader } from '../../../ui/SortHeader.tsx'
import type { CustomersAddress } from '../customersAddress.ts'
import { locationText } from '../locationText.ts'

export interface CustomerTableProps {
  label: string
  customers: readonly Customer[]
  stale: boolean
  sort: Sort<CustomersAddress['sortProperty']>
  onSort: (sort: Sort<CustomersAddress['sortProperty']>) => void
  onAction: (action: 'edit' | 'delete', customer: Customer) => void
}

export function CustomerTable({ label, customers, stale, sort, onSort, onAction }: CustomerTableProps) {
  const t = useTexts('customers')
  const columns: ListColumn<Customer>[] = [
    {
      label: t('titleColumn'),
      head: <SortHeader label={t('titleColumn')} property="title" sort={sort} onSort={onSort} />,
      part: 'title',
      cell: (customer) => {
        const title = customer.title.trim() || t('blankTitle')
        return (
          <Link
            className={list.rowLink}
            to="/customers/$customerId/users"
            params={{ customerId: customer.id.id }}
            aria-label={t('usersOf', { title })}
          >
            <LongText>{title}</LongText>
          </Link>
        )
      },
    },
    {
      label: t('email'),
      head: <SortHeader label={t('email')} property="email" sort={sort} onSort={onSort} />,
      cell: (customer) => <LongText>{customer.email?.trim() || '–'}</LongText>,
    },
    { label: t('location'), cell: (customer) => <LongText>{locationText(customer) || '–'}</LongText> },
    {
      label: t('created'),
      head: <SortHeader label={t('created')} property="createdTime" sort={sort} onSort={onSort} />,
      cell: (customer) => <span className={list.number}>{dateText(customer.createdTime)}</span>,
    },
    {
      label: t('actions'),
      part: 'actions',
      cell: (customer) => {
        const title = customer.title.trim() || t('blankTitle')
        return (
          <div className={list.actions}>
            <ActionIcon
              size="lg"
              aria-label={t('edit', { title })}
              title={t('edit', { title })}
              onClick={() => onAction('edit', customer)}
            >
              <IconPencil size={18} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              size="lg"
              color="bad"
              aria-label={t('delete', { title })}
              title={t('delete', { title })}
              onClick={() => onAction('delete', customer)}
            >
              <IconTrash size={18} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          </div>
        )
      },
    },
  ]
  return <ListTable label={label} columns={columns} rows={customers} rowKey={({ id }) => id.id} stale={stale} />
}
