/** Calls about devices, their credentials and their profiles; plainDevices.ts has the other ways to read devices. */
import * as z from 'zod/mini'
import { CredentialsRequest, DeviceCredentials, DeviceWithCredentialsRequest } from '../credentials.ts'
import { Device, DeviceInfo, DeviceProfile, DeviceProfileInfo, DeviceRequest } from '../devices.ts'
import { Uuid } from '../ids.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, deviceId, text } from './parts.ts'

const DeviceListQuery = z.extend(PageQuery, { type: text, deviceProfileId: text, active: text })

export const deviceCalls = defineCalls({
  tenantDevices: {
    method: 'GET',
    path: '/api/tenant/deviceInfos',
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
  },
  customerDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/deviceInfos',
    params: customerId,
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
  },
  deviceInfo: {
    method: 'GET',
    path: '/api/device/info/:deviceId',
    params: deviceId,
    reply: DeviceInfo,
  },
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
