/** Says each refusal once: what is refused for one junction is refused for thousands. */
import type { Logger } from 'pino'

/** Refusals that are remembered; more than that are as many kinds of trouble. */
const MOST_REMEMBERED = 100

/** Returns a function that logs what the platform refused, each kind of refusal once. */
export function createRefusalLog(log: Logger): (what: string, error: Error) => void {
  const said = new Set<string>()
  return (what, error) => {
    const line = `the platform refused ${what}: ${error.message}`
    if (said.has(line)) return
    if (said.size >= MOST_REMEMBERED) said.clear()
    said.add(line)
    log.error(`${line}; it is not tried again until it changes, and this is not said again`)
  }
}
