import { createClient } from '@greenwave/client/createClient'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { customerCalls } from '@greenwave/contract/calls/customers'
import { deviceCalls } from '@greenwave/contract/calls/devices'
import { entityQueryCalls } from '@greenwave/contract/calls/entityQueries'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { userCalls } from '@greenwave/contract/calls/users'
import { callDeps } from './signInApi.ts'

const { tenantDevices, saveDevice, saveDeviceWithCredentials, deviceCredentials, saveDeviceCredentials } = deviceCalls
const { customers, saveCustomer } = customerCalls
const { customerUsers, user, saveUser, activationLinkInfo } = userCalls
const { attributes, saveAttributes, deleteAttributes } = attributeCalls
const { saveTimeseries } = timeseriesCalls
const { findEntities } = entityQueryCalls

/** Calls the platform about what goes in and out as files. They come with the pages of these. Throws as `callApi` does. */
export const callFiles = createClient({
  ...callDeps,
  calls: {
    ...{ findEntities, tenantDevices, saveDevice, saveDeviceWithCredentials, deviceCredentials, saveDeviceCredentials },
    ...{ customers, saveCustomer, customerUsers, user, saveUser, activationLinkInfo },
    ...{ attributes, saveAttributes, deleteAttributes, saveTimeseries },
  },
})
