/** Calls of the demonstration. Every other installation answers that it does not know them. */
import { CausedFaults, CauseFaultRequest } from '../demonstration.ts'
import { defineCalls } from './call.ts'
import { deviceId } from './parts.ts'

const path = '/api/greenwave/demonstration/device/:deviceId/faults'

export const demonstrationCalls = defineCalls({
  causedFaults: { method: 'GET', path, params: deviceId, reply: CausedFaults },
  causeFault: { method: 'POST', path, params: deviceId, body: CauseFaultRequest, reply: CausedFaults },
  endFaults: { method: 'DELETE', path, params: deviceId, reply: CausedFaults },
})
