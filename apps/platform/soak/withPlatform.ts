import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Target } from './attack.ts'

/**
 * Does the work with a new platform, and ends it in any case.
 * @param mostHandles files and connections that it may open; default: what this process may
 */
export async function withPlatform<T>(
  work: (platform: PlatformProcess, target: Target) => Promise<T>,
  mostHandles?: number,
): Promise<T> {
  const platform = await startPlatformProcess({}, false, mostHandles)
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
