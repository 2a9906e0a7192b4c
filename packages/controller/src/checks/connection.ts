import { type Finding, found } from './finding.ts'

/** (V11) Finds that the controller is offline, so that a setting waits until it comes back. */
export function checkConnection(connected: boolean): Finding[] {
  return connected ? [] : [found('offline', '', {})]
}
