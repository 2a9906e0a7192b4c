/** A small file of the console that is always at the same address. */
const PROBE = '/favicon.svg'

/** Returns whether the console's server can be reached; the request bypasses every cache. */
export async function isPlatformReachable(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
