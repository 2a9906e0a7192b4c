import type { Customer } from '@greenwave/contract/customers'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, ListTable, LongText } from '../../../ui/lists/ListTable.tsx'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import { type Sort, SortHeader } from '../../../ui/lists/SortHeader.tsx'
import { dateText } from '../../../ui/page/dateText.ts'
import type { CustomersAddress } from '../model/customersAddress.ts'
import { locationText } from '../model/locationText.ts'

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
          <RowActions
            actions={[
              { action: 'edit', label: t('edit', { title }), icon: IconPencil },
              { action: 'delete', label: t('delete', { title }), icon: IconTrash, danger: true },
            ]}
            onAction={(action) => onAction(action, customer)}
          />
        )
      },
    },
  ]
  return <ListTable label={label} columns={columns} rows={customers} rowKey={({ id }) => id.id} stale={stale} />
}
