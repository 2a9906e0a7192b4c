/** A file of the console that always stands at the same address, and is small. */
const PROBE = '/favicon.svg'

/** Returns whether the server of the console can be reached at all, past every cache. */
export async function platformAnswers(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
