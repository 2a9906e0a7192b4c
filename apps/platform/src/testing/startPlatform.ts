import { issueTokens } from '@greenwave/harness/api'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import { createPlatform, type Platform, type PlatformOptions } from '../start/platform.ts'
import { silentLog } from './silentLog.ts'

/** The administrator of platforms in tests. */
export const TEST_ADMIN = { email: 'admin@greenwave.test', password: 'correct horse battery' } as const

/**
 * Starts a complete platform on free ports, with one tenant administrator. It keeps nothing unless `options` name a
 * folder.
 */
export async function startPlatform(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const platform = await createPlatform({
    dataDir: ':memory:',
    host: '127.0.0.1',
    port: 0,
    mqttHost: '127.0.0.1',
    mqttPort: 0,
    telemetryRetentionMs: 7 * 86_400_000,
    inactivityTimeoutMs: 600_000,
    activityReportMs: 20,
    log: silentLog,
    ...options,
  })
  await ensureTenantAdmin(platform.store, platform.access, TEST_ADMIN)
  return platform
}

/** Signs in over HTTP; resolves with the access token. */
export async function signIn(
  platform: Platform,
  { email, password }: { email: string; password: string } = TEST_ADMIN,
): Promise<string> {
  const { token } = await issueTokens(platform.url, email, password)
  return token
}
