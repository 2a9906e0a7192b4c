/** Calls that write devices, their credentials and profiles, and calls that read devices without names of other records. */
import * as z from 'zod/mini'
import { CredentialsRequest, DeviceCredentials, DeviceWithCredentialsRequest } from '../credentials.ts'
import { Device, DeviceProfile, DeviceProfileInfo, DeviceRequest, DeviceType } from '../devices.ts'
import { Uuid } from '../ids.ts'
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

export const deviceEditCalls = defineCalls({
  saveDevice: {
    method: 'POST',
    path: '/api/device',
    query: z.object({ accessToken: text, nameConflictPolicy: text }),
    body: DeviceRequest,
    reply: Device,
    versioned: true,
  },
  saveDeviceWithCredentials: {
    method: 'POST',
    path: '/api/device-with-credentials',
    query: z.object({ nameConflictPolicy: text }),
    body: DeviceWithCredentialsRequest,
    reply: Device,
    versioned: true,
  },
  deleteDevice: { method: 'DELETE', path: '/api/device/:deviceId', params: deviceId },
  deviceCredentials: {
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    params: deviceId,
    reply: DeviceCredentials,
  },
  saveDeviceCredentials: {
    method: 'POST',
    path: '/api/device/credentials',
    body: CredentialsRequest,
    reply: DeviceCredentials,
    versioned: true,
  },
  assignDevice: {
    method: 'POST',
    path: '/api/customer/:customerId/device/:deviceId',
    params: z.object({ customerId: Uuid, deviceId: Uuid }),
    reply: Device,
  },
  unassignDevice: {
    method: 'DELETE',
    path: '/api/customer/device/:deviceId',
    params: deviceId,
    reply: Device,
  },
  defaultDeviceProfile: {
    method: 'GET',
    path: '/api/deviceProfileInfo/default',
    reply: DeviceProfileInfo,
  },
  deviceProfiles: {
    method: 'GET',
    path: '/api/deviceProfiles',
    query: PageQuery,
    reply: pageOf(DeviceProfile),
  },
  deviceProfileInfos: {
    method: 'GET',
    path: '/api/deviceProfileInfos',
    query: z.extend(PageQuery, { transportType: text }),
    reply: pageOf(DeviceProfileInfo),
  },
})
