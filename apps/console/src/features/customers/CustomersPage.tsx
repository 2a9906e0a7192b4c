import { Button } from '@mantine/core'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customersQuery } from '../../data/queries/customers.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import page from '../../ui/lists/ListPage.module.css'
import { ListSearchBar } from '../../ui/lists/ListSearchBar.tsx'
import { matchesSearch } from '../../ui/lists/matchesSearch.ts'
import { Pager } from '../../ui/lists/Pager.tsx'
import { useLastPage } from '../../ui/lists/useLastPage.ts'
import { useListSearch } from '../../ui/lists/useListSearch.ts'
import { Card } from '../../ui/page/Card.tsx'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { CustomerDialogs } from './dialogs/CustomerDialogs.tsx'
import { type CustomerDialog, readCustomerForm } from './model/customerDialog.ts'
import type { CustomersAddress } from './model/customersAddress.ts'
import { CustomerTable } from './parts/CustomerTable.tsx'

/** The tenant's customers; a row leads to the customer's users. */
export function CustomersPage() {
  const t = useTexts('customers')
  const common = useTexts('common')
  usePageTitle(t('title'))
  const address = useSearch({ from: '/shell/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const change = (part: Partial<CustomersAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })

  const { textSearch, ...request } = address
  const customers = useQuery(customersQuery({ ...request, ...(textSearch && { textSearch }) }))
  useLastPage(customers, address.page, (last) => change({ page: last }, true))
  const search = useListSearch(address, change)
  const { setDialog, closeDialog, slot } = useKeptDialog<CustomerDialog>('customers', readCustomerForm)

  const loaded = customers.data?.data ?? []
  const rows = search.everywhere
    ? loaded
    : loaded.filter((customer) => matchesSearch(search.text, [customer.name, customer.email, customer.title]))
  const total = customers.data?.totalElements ?? 0
  const add = () => setDialog({ kind: 'add' })

  return (
    <div className={page.page}>
      <header className={page.header}>
        <h1>{t('title')}</h1>
        <div className={page.headerActions}>
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('addCustomer')}
          </Button>
        </div>
      </header>

      <Card padded={false}>
        <ListSearchBar
          search={search}
          placeholder={t('searchPlaceholder')}
          counts={customers.data && { found: rows.length, shown: loaded.length, total }}
          words={{
            searchAll: t('searchAll', { total }),
            searchedAll: t('searchedAll'),
            searchThisPage: t('searchThisPage'),
            foundOnPage: t('foundOnPage', { found: rows.length, shown: loaded.length }),
          }}
        />
        {customers.isPending ? (
          <SkeletonRows rows={6} height={40} />
        ) : customers.isError ? (
          <ErrorState
            error={customers.error}
            fallback={t('loadFailed')}
            onRetry={() => void customers.refetch()}
            retrying={customers.isFetching}
          />
        ) : rows.length > 0 ? (
          <CustomerTable
            label={t('tableCaption', { page: address.page + 1 })}
            customers={rows}
            stale={customers.isPlaceholderData}
            sort={{ property: address.sortProperty, order: address.sortOrder }}
            onSort={(sort) => change({ sortProperty: sort.property, sortOrder: sort.order, page: 0 })}
            onAction={(kind, customer) => setDialog({ kind, customer })}
          />
        ) : search.text.trim() !== '' ? (
          <EmptyState
            compact
            title={t(search.everywhere ? 'noMatchAnywhere' : 'noMatchOnPage', { text: search.text.trim() })}
          />
        ) : (
          <EmptyState
            icon={IconBuilding}
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<Button onClick={add}>{t('addCustomer')}</Button>}
          />
        )}
        {customers.data && (
          <div className={page.foot}>
            <Pager
              label={common('pages')}
              page={address.page}
              hasNext={customers.data.hasNext}
              onPage={(next) => change({ page: next })}
            />
          </div>
        )}
      </Card>

      <DialogSlot
        {...slot}
        render={(shown, opened) => (
          <CustomerDialogs dialog={shown} opened={opened} onClose={() => closeDialog(shown)} />
        )}
      />
    </div>
  )
}
