import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Target } from './attack.ts'

/** How a platform is started. */
export interface Start {
  /** Limit of its open files and connections; default: that of this process. */
  readonly mostHandles?: number | undefined
  readonly environment?: Record<string, string>
  /** Command that becomes the process, such as one that takes rights away. */
  readonly wrapper?: readonly string[]
}

/** Starts a platform, runs the work with it, and stops it in any case. */
export async function withPlatform<T>(
  work: (platform: PlatformProcess, target: Target) => Promise<T>,
  { mostHandles, environment = {}, wrapper }: Start = {},
): Promise<T> {
  const platform = await startPlatformProcess(
    environment,
    false,
    wrapper ?? (mostHandles === undefined ? [] : ['prlimit', `--nofile=${mostHandles}`]),
  )
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
