/** Calls about devices, their credentials and their profiles. */
import * as z from 'zod/mini'
import { CredentialsRequest, DeviceCredentials, DeviceWithCredentialsRequest } from '../credentials.ts'
import { Device, DeviceInfo, DeviceProfile, DeviceProfileInfo, DeviceRequest, DeviceType } from '../devices.ts'
import { Uuid } from '../ids.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, deviceId, text, texts } from './parts.ts'

const DeviceListQuery = z.extend(PageQuery, { type: text, deviceProfileId: text, active: text })
const PlainDeviceListQuery = z.extend(PageQuery, { type: text })

export const deviceCalls = defineCalls({
  tenantDevices: {
    method: 'GET',
    path: '/api/tenant/deviceInfos',
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
    summary: 'Devices of the tenant',
  },
  customerDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/deviceInfos',
    params: customerId,
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
    summary: 'Devices of a customer',
  },
  tenantPlainDevices: {
    method: 'GET',
    path: '/api/tenant/devices',
    query: z.extend(z.partial(PlainDeviceListQuery), { deviceName: text }),
    reply: z.union([pageOf(Device), Device]),
    summary: 'Devices of the tenant without the names of customer and profile, or only the one with `deviceName`',
  },
  customerPlainDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/devices',
    params: customerId,
    query: PlainDeviceListQuery,
    reply: pageOf(Device),
    summary: 'Devices of a customer without the names of customer and profile',
  },
  devicesByIds: {
    method: 'GET',
    path: '/api/devices',
    query: z.object({ deviceIds: texts }),
    reply: z.array(Device),
    summary: 'Devices in reach by their ids',
  },
  deviceTypes: {
    method: 'GET',
    path: '/api/device/types',
    reply: z.array(DeviceType),
    summary: 'Types of devices',
  },
  deviceInfo: {
    method: 'GET',
    path: '/api/device/info/:deviceId',
    params: deviceId,
    reply: DeviceInfo,
    summary: 'One device with the names of its customer and profile',
  },
  device: { method: 'GET', path: '/api/device/:deviceId', params: deviceId, reply: Device, summary: 'One device' },
  saveDevice: {
    method: 'POST',
    path: '/api/device',
    query: z.object({ accessToken: text, nameConflictPolicy: text }),
    body: DeviceRequest,
    reply: Device,
    versioned: true,
    summary: 'Create or replace a device',
  },
  saveDeviceWithCredentials: {
    method: 'POST',
    path: '/api/device-with-credentials',
    query: z.object({ nameConflictPolicy: text }),
    body: DeviceWithCredentialsRequest,
    reply: Device,
    versioned: true,
    summary: 'Create or replace a device with its credentials',
  },
  deleteDevice: { method: 'DELETE', path: '/api/device/:deviceId', params: deviceId, summary: 'Delete a device' },
  deviceCredentials: {
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    params: deviceId,
    reply: DeviceCredentials,
    summary: "A device's credentials",
  },
  saveDeviceCredentials: {
    method: 'POST',
    path: '/api/device/credentials',
    body: CredentialsRequest,
    reply: DeviceCredentials,
    versioned: true,
    summary: "Update a device's credentials",
  },
  assignDevice: {
    method: 'POST',
    path: '/api/customer/:customerId/device/:deviceId',
    params: z.object({ customerId: Uuid, deviceId: Uuid }),
    reply: Device,
    summary: 'Assign a device to a customer',
  },
  unassignDevice: {
    method: 'DELETE',
    path: '/api/customer/device/:deviceId',
    params: deviceId,
    reply: Device,
    summary: 'Take a device from its customer',
  },
  defaultDeviceProfile: {
    method: 'GET',
    path: '/api/deviceProfileInfo/default',
    reply: DeviceProfileInfo,
    summary: "The tenant's default device profile",
  },
  deviceProfiles: {
    method: 'GET',
    path: '/api/deviceProfiles',
    query: PageQuery,
    reply: pageOf(DeviceProfile),
    summary: 'Device profiles of the tenant',
  },
  deviceProfileInfos: {
    method: 'GET',
    path: '/api/deviceProfileInfos',
    query: z.extend(PageQuery, { transportType: text }),
    reply: pageOf(DeviceProfileInfo),
    summary: 'Device profiles of the tenant, in short',
  },
})
