import type { DeviceProfile, DeviceProfileInfo } from '@greenwave/contract/wire/devices'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Page, PageQuery } from '@greenwave/contract/wire/page'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { mapPage, pageLink } from '../entities/pageLinks.ts'
import { createTextFinder } from '../store/likePattern.ts'
import { pageOf } from '../store/listQuery.ts'
import { createComparison } from '../store/orderedRows.ts'
import { orderKey } from '../store/textOrder.ts'
import { handlersOf, policiesOf } from './callTypes.ts'
import { admins, everyone } from '../access/permissions.ts'

const PROFILE_SORTS = ['createdTime', 'name', 'type', 'transportType', 'description', 'isDefault', 'default', 'id']

/** Policies of the calls about device profiles. */
export const deviceProfilePolicies = policiesOf({
  defaultDeviceProfile: { may: everyone, summary: "The tenant's default device profile" },
  deviceProfileInfos: { may: everyone, summary: 'Device profiles of the tenant, in short' },
  deviceProfiles: { may: admins, summary: 'Device profiles of the tenant' },
  deviceTypes: { may: everyone, summary: 'Types of devices' },
})

/**
 * Returns the handlers of the calls about device profiles. A tenant has few of them, so their lists are made in memory.
 */
export function deviceProfileHandlers({ store }: EntityDeps) {
  function page(tenantId: string, query: PageQuery): Page<DeviceProfileInfo> {
    const link = pageLink(query, PROFILE_SORTS)
    const matches = link.textSearch === undefined ? () => true : createTextFinder(link.textSearch)
    const found = store.profiles.all(tenantId).filter(({ name }) => matches(name))
    const rows = found.map((profile) => ({ id: profile.id.id, profile }))
    // Of the sort properties, only the name differs between profiles.
    const byName = link.sortProperty === 'name'
    const compare = createComparison(
      ({ profile }: (typeof rows)[number]) => (byName ? orderKey(profile.name) : 0),
      link.sortOrder,
    )
    const from = link.page * link.pageSize
    const data = rows.sort(compare).slice(from, from + link.pageSize)
    return pageOf(
      data.map(({ profile }) => profile),
      found.length,
      link,
    )
  }

  function whole(profile: DeviceProfileInfo): DeviceProfile {
    return {
      ...profile,
      createdTime: store.tenants.byId(profile.tenantId.id)?.createdTime ?? 0,
      description: null,
      provisionType: 'DISABLED',
      provisionDeviceKey: null,
      default: profile.id.id === store.profiles.default(profile.tenantId.id).id.id,
      profileData: {
        configuration: { type: profile.type },
        transportConfiguration: { type: profile.transportType },
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: null,
      },
    }
  }

  return handlersOf({
    defaultDeviceProfile: ({ principal }) => store.profiles.default(principal.tenantId),
    deviceProfileInfos: ({ query, principal }) => page(principal.tenantId, query),
    deviceProfiles: ({ query, principal }) => mapPage(page(principal.tenantId, query), whole),
    deviceTypes: ({ principal }) => {
      const tenantId = entityRef('TENANT', principal.tenantId)
      const names = store.profiles.all(principal.tenantId).map(({ name }) => name)
      return names.sort().map((type) => ({ tenantId, entityType: 'DEVICE', type }))
    },
  })
}
