import { type Finding, found } from './finding.ts'

/** (V11) The controller is offline: what is sent waits until it comes back. */
export function checkConnection(connected: boolean): Finding[] {
  return connected ? [] : [found('offline', '', {})]
}
