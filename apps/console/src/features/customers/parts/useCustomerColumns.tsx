import type { Customer } from '@greenwave/contract/wire/customers'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../../ui/lists/ListTable.tsx'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import type { CustomersAddress } from '../model/customersAddress.ts'

type CustomerColumn = ListColumn<Customer, CustomersAddress['sortProperty']>

/** Returns the columns of the customer list. The title links to the customer's users. */
export function useCustomerColumns(onAction: (action: 'edit' | 'delete', customer: Customer) => void) {
  const t = useTexts('admin', 'customers')
  const titleOf = (customer: Customer): string => customer.title.trim() || t('blankTitle')
  return [
    {
      label: t('titleColumn'),
      sortBy: 'title',
      part: 'title',
      cell: (customer) => (
        <Link
          className={list.rowLink}
          to="/customers/$customerId/users"
          params={{ customerId: customer.id.id }}
          aria-label={t('usersOf', { title: titleOf(customer) })}
        >
          <LongText>{titleOf(customer)}</LongText>
        </Link>
      ),
    },
    {
      label: t('email'),
      sortBy: 'email',
      cell: (customer) => <LongText>{customer.email?.trim() || '–'}</LongText>,
    },
    { label: t('location'), cell: (customer) => <LongText>{locationText(customer) || '–'}</LongText> },
    {
      label: t('created'),
      sortBy: 'createdTime',
      cell: (customer) => <span className={list.number}>{dateText(customer.createdTime)}</span>,
    },
    {
      label: t('actions'),
      part: 'actions',
      cell: (customer) => (
        <RowActions
          actions={[
            { action: 'edit', label: t('edit', { title: titleOf(customer) }), icon: IconPencil },
            { action: 'delete', label: t('delete', { title: titleOf(customer) }), icon: IconTrash, danger: true },
          ]}
          onAction={(action) => onAction(action, customer)}
        />
      ),
    },
  ] satisfies CustomerColumn[]
}

/** Returns city, state and country, joined by commas. Missing and blank parts are left out. */
export function locationText(place: {
  city?: string | null | undefined
  state?: string | null | undefined
  country?: string | null | undefined
}): string {
  return [place.city, place.state, place.country]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}
