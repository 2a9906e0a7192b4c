import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import { Link, useSearch } from '@tanstack/react-router'
import { customersQuery } from '../../data/queries/customers.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useAskedDialog } from '../../ui/dialogs/useAskedDialog.ts'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { type CustomerDialog, parseCustomerForm } from './model/customerDialog.ts'
import { useCustomerColumns } from './parts/useCustomerColumns.tsx'

const CustomerDialogs = lazyPart(async () => (await import('./dialogs/CustomerDialogs.tsx')).CustomerDialogs, 'admin')

/** The list of the tenant's customers. Each row links to the customer's users. */
export function CustomersPage() {
  const t = useTexts('admin', 'customers')
  const address = useSearch({ from: '/shell/customers' })
  const list = usePagedList({
    address,
    read: customersQuery,
    searched: ({ name, email, title }) => [name, email, title],
  })
  const dialogs = useKeptDialog<CustomerDialog>('customers', parseCustomerForm)
  useAskedDialog(dialogs.setDialog, parseCustomerForm)
  const columns = useCustomerColumns((kind, customer) => dialogs.setDialog({ kind, customer }))
  return (
    <ListPage
      title={t('title')}
      texts={t}
      list={list}
      columns={columns}
      add={{ label: t('addCustomer'), onAdd: () => dialogs.setDialog({ kind: 'add' }) }}
      more={<Link to="/files/customers">{t('asFile')}</Link>}
      empty={{ icon: IconBuilding, text: t('emptyText') }}
      withTotals={false}
    >
      <PageDialogs kept={dialogs} of={CustomerDialogs} />
    </ListPage>
  )
}
