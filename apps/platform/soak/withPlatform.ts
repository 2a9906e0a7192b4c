import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Target } from './attack.ts'

/** Does the work with a new platform, and ends it in any case. */
export async function withPlatform<T>(work: (platform: PlatformProcess, target: Target) => Promise<T>): Promise<T> {
  const platform = await startPlatformProcess()
  try {
    return await work(platform, {
      url: platform.url,
      mqttUrl: platform.mqttUrl,
      admin: { email: ADMIN_EMAIL, password: platform.adminPassword },
    })
  } finally {
    await platform.stop()
  }
}
