/** Calls that read devices without the names of customer and profile, and the types of devices. */
import * as z from 'zod/mini'
import { Device, DeviceType } from '../devices.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, deviceId, text, texts } from './parts.ts'

const PlainDeviceListQuery = z.extend(PageQuery, { type: text })

export const plainDeviceCalls = defineCalls({
  tenantPlainDevices: {
    method: 'GET',
    path: '/api/tenant/devices',
    query: z.extend(z.partial(PlainDeviceListQuery), { deviceName: text }),
    reply: z.union([pageOf(Device), Device]),
  },
  customerPlainDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/devices',
    params: customerId,
    query: PlainDeviceListQuery,
    reply: pageOf(Device),
  },
  devicesByIds: {
    method: 'GET',
    path: '/api/devices',
    query: z.object({ deviceIds: texts }),
    reply: z.array(Device),
  },
  deviceTypes: {
    method: 'GET',
    path: '/api/device/types',
    reply: z.array(DeviceType),
  },
  device: { method: 'GET', path: '/api/device/:deviceId', params: deviceId, reply: Device },
})
