import type { ListKind } from '@greenwave/transfer/entityList'
import { useSearch } from '@tanstack/react-router'
import { useSession } from '../../data/session.ts'
import { ListFilePage } from '../../features/files/ListFilePage.tsx'
import { SettingsFilePage } from '../../features/files/SettingsFilePage.tsx'
import { SendOwnValues } from '../../features/rollouts/SendOwnValues.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** Connects settings as a file with the address, and with the sending in stages for tenant administrators. */
export function SettingsFileRoute() {
  const { junction } = useSearch({ from: '/shell/files/settings' })
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <SettingsFilePage
      junction={junction}
      renderSend={
        mayChange
          ? (title, values, nameOf) => (
              // Ticks and typed text belong to the earlier preview.
              <SendOwnValues key={JSON.stringify([title, ...values])} title={title} values={values} nameOf={nameOf} />
            )
          : undefined
      }
    />
  )
}

/** A page about a list as a file, for tenant administrators. */
function ListFileRoute({ kind }: { readonly kind: ListKind }) {
  return (
    <TenantAdminOnly>
      <ListFilePage key={kind} kind={kind} />
    </TenantAdminOnly>
  )
}

export const DevicesFileRoute = () => <ListFileRoute kind="devices" />
export const CustomersFileRoute = () => <ListFileRoute kind="customers" />
export const UsersFileRoute = () => <ListFileRoute kind="users" />
