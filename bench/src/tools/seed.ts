import type { Device } from '@greenwave/contract/wire/devices'
import { Api, type DeviceLogin } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess } from '@greenwave/harness/platformProcess'
import { parallel } from './parallel.ts'

/** A device and its controller's credentials. */
export interface SeededDevice {
  readonly device: Device
  readonly login: DeviceLogin
}

/**
 * Creates devices over REST, twenty calls at a time; resolves with them and their credentials. Names begin with the prefix.
 */
export async function seedDevices(api: Api, count: number, prefix = 'TLC'): Promise<SeededDevice[]> {
  const seeded: SeededDevice[] = []
  await parallel(Array(count).fill(undefined), async (_, i) => {
    const name = `${prefix}-${String(i).padStart(5, '0')}`
    const login = {
      clientId: `bench-${prefix}-${i}`,
      userName: `bench-user-${prefix}-${i}`,
      password: 'bench-password',
    }
    seeded.push({ device: await api.createDevice({ name, label: `Ngã tư ${i % 97}` }, login), login })
  })
  return seeded
}

/** Signs in as the platform's first administrator. */
export function signInAsAdmin(platform: PlatformProcess): Promise<Api> {
  return Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
}
