/** Calls that read devices with the names of customer and profile, as every page does; deviceRecords.ts has the others. */
import * as z from 'zod/mini'
import { DeviceInfo } from '../devices.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, deviceId, text } from './parts.ts'

const DeviceListQuery = z.extend(PageQuery, { type: text, deviceProfileId: text, active: text })

export const deviceCalls = defineCalls({
  tenantDevices: {
    method: 'GET',
    storable: true,
    path: '/api/tenant/deviceInfos',
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
  },
  customerDevices: {
    method: 'GET',
    storable: true,
    path: '/api/customer/:customerId/deviceInfos',
    params: customerId,
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
  },
  deviceInfo: {
    method: 'GET',
    storable: true,
    path: '/api/device/info/:deviceId',
    params: deviceId,
    reply: DeviceInfo,
  },
})
