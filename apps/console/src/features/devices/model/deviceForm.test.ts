import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { describe, expect, it } from 'vitest'
import { device } from '../../../texts/default/device.ts'
import {
  credentialsUpdate,
  DeviceForm,
  type DeviceFormValues,
  DeviceFormWithoutCredentials,
  deviceFormValues,
  deviceUpdate,
  newDeviceRequest,
} from './deviceForm.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const values: DeviceFormValues = {
  name: 'TLC-0007',
  label: 'Nguyễn Huệ – Lê Lợi',
  clientId: 'ctl-01',
  username: 'nga4-user',
  password: 'k3v9q2m7x1b8d4s6',
}
const credentials: DeviceCredentials = {
  id: { id: '5b20d0c0-8c1e-11f0-9a55-0f6a3c2b7e10' },
  createdTime: 1,
  deviceId: { entityType: 'DEVICE', id: ID },
  credentialsType: 'MQTT_BASIC',
  credentialsId: 'hash',
  credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"k3v9q2m7x1b8d4s6"}',
  version: 3,
}

function complaints(schema: typeof DeviceForm | typeof DeviceFormWithoutCredentials, form: DeviceFormValues): string[] {
  return schema.safeParse(form).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
}

describe('the device form', () => {
  it.each(['name', 'label', 'clientId', 'username', 'password'] as const)('requires %s [spec 5 device]', (field) => {
    const key = `${field}Required` as const
    expect(complaints(DeviceForm, { ...values, [field]: '' })).toEqual([`${field}: ${key}`])
    expect(complaints(DeviceForm, { ...values, [field]: '   ' })).toEqual([`${field}: ${key}`])
    expect(device.devices[key]).toMatch(/ is required$/)
  })

  it('takes 255 characters, emoji and HTML as they are, and refuses 256 [spec 5 device]', () => {
    expect(complaints(DeviceForm, { ...values, name: 'x'.repeat(255), label: '🚦 <b>Ngã tư</b>' })).toEqual([])
    expect(complaints(DeviceForm, { ...values, name: 'x'.repeat(256) })).toEqual(['name: tooLong'])
  })

  it('does not check credentials that were not changed', () => {
    expect(complaints(DeviceFormWithoutCredentials, { ...values, clientId: '', username: '', password: '' })).toEqual(
      [],
    )
  })
})

describe('the bodies of the device calls', () => {
  it('a new device goes with MQTT_BASIC credentials that say userName [spec 3 device] [spec 7 devices]', () => {
    expect(newDeviceRequest({ ...values, name: ' TLC-0007 ' }, ID)).toEqual({
      device: {
        name: 'TLC-0007',
        label: 'Nguyễn Huệ – Lê Lợi',
        deviceProfileId: { entityType: 'DEVICE_PROFILE', id: ID },
        customerId: null,
        additionalInfo: { gateway: false, overwriteActivityTime: false, description: '' },
      },
      credentials: {
        credentialsType: 'MQTT_BASIC',
        credentialsId: null,
        credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"k3v9q2m7x1b8d4s6"}',
      },
    })
  })

  it('leaves the profile out when none could be fetched, so that the server takes its default [spec 3 device]', () => {
    expect(newDeviceRequest(values, undefined).device).not.toHaveProperty('deviceProfileId')
  })

  it('an update posts back the whole object with its version, and none of what only lists add [spec 7 devices]', () => {
    const read = {
      id: { entityType: 'DEVICE' as const, id: ID },
      name: 'old',
      label: null,
      version: 4,
      customerId: { entityType: 'CUSTOMER' as const, id: ID },
      deviceData: { configuration: { type: 'DEFAULT' } },
      additionalInfo: { gateway: false, note: 'kept' },
      somethingNewer: { kept: true },
    }
    const listed = {
      ...read,
      customerTitle: 'District 7',
      customerIsPublic: false,
      deviceProfileName: 'default',
      active: true,
    }
    expect(deviceUpdate(listed, values)).toEqual({ ...read, name: values.name, label: values.label })
  })

  it('an update of credentials keeps their own id, device and version [spec 7 devices]', () => {
    expect(credentialsUpdate(credentials, { ...values, password: 'new' })).toEqual({
      ...credentials,
      credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"new"}',
    })
  })
})

describe('the values that the edit form starts with', () => {
  it('are those of the device and of its credentials [spec 3 device]', () => {
    expect(deviceFormValues({ name: values.name, label: values.label }, credentials)).toEqual(values)
  })

  it.each([
    ['an access token', { credentialsType: 'ACCESS_TOKEN' as const, credentialsValue: null }],
    ['text that is no JSON', { credentialsValue: 'oops' }],
    ['JSON of another shape', { credentialsValue: '[1,2]' }],
    ['unknown keys', { credentialsValue: '{"username":"x"}' }],
  ])('leave the login empty for %s', (_, change) => {
    expect(deviceFormValues({ name: 'a', label: null }, { ...credentials, ...change })).toEqual({
      name: 'a',
      label: '',
      clientId: '',
      username: '',
      password: '',
    })
  })
})
