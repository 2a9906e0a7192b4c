import { systemOfTests } from '@greenwave/harness/ofTest'
import { type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'
import { exampleOf } from '../testing/writingCalls.ts'

type VersionedCall = {
  [K in CallName]: (typeof calls)[K] extends { readonly versioned: true } ? K : never
}[CallName]

/** Returns true for a call whose row says that the body's version must be the stored one. */
const isVersioned = (name: CallName): name is VersionedCall => 'versioned' in calls[name]

/** Creates the entity of a call; resolves with a function that returns the body that saves it again with a version. */
type Made = (platform: TestPlatform) => Promise<(version: number) => object>

/** Calls whose entity is not the saved example of their policy. */
const MADE: Readonly<Partial<Record<VersionedCall, Made>>> = {
  saveUser: async (platform) => {
    const { user } = await platform.customerUser(await platform.customer('District 1'), 'user@city.vn')
    return (version) => ({ ...user, version })
  },
  saveDeviceWithCredentials: async (platform) => {
    const device = await platform.device('TLC-2')
    const credentials = platform.store.credentials.byDevice(device.id.id)
    return (version) => ({ device: { ...device, version }, credentials })
  },
  saveDeviceCredentials: async (platform) => {
    const device = await platform.device('TLC-3')
    const credentials = platform.store.credentials.byDevice(device.id.id)
    return (version) => ({ ...credentials, credentialsId: 'another token', version })
  },
}

const savedBy =
  (name: VersionedCall): Made =>
  async (platform) => {
    const saved = (await (await exampleOf(name)(platform))()).json()
    return (version) => ({ ...saved, version })
  }

const platform = systemOfTests(await createTestPlatform())

it.each((Object.keys(calls) as CallName[]).filter(isVersioned))(
  '%s refuses a version that is not the stored one, as its row in the contract says, and takes the stored one',
  async (name) => {
    const body = await (MADE[name] ?? savedBy(name))(platform)
    const stale = await platform.admin.post(calls[name].path, body(70))
    expect([stale.statusCode, stale.json().errorCode]).toEqual([409, 35])
    const response = await platform.admin.post(calls[name].path, body(1))
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  },
)
