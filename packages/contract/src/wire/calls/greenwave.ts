/** Calls that only Greenwave answers: evidence, and faults of the demonstration. */
import * as z from 'zod/mini'
import { CausedFaults, CauseFaultRequest } from '../demonstration.ts'
import { EvidenceKey } from '../evidence.ts'
import { defineCalls } from './call.ts'
import { deviceId, text } from './parts.ts'

export const evidenceCalls = defineCalls({
  evidence: {
    method: 'GET',
    path: '/api/greenwave/evidence/device/:deviceId',
    params: deviceId,
    query: z.object({ startTs: text, endTs: text }),
    replyAs: 'file',
  },
  evidenceKey: {
    method: 'GET',
    path: '/api/greenwave/evidence/key',
    reply: EvidenceKey,
  },
})

const path = '/api/greenwave/demonstration/device/:deviceId/faults'

export const demonstrationCalls = defineCalls({
  causedFaults: { method: 'GET', path, params: deviceId, reply: CausedFaults },
  causeFault: { method: 'POST', path, params: deviceId, body: CauseFaultRequest, reply: CausedFaults },
  endFaults: { method: 'DELETE', path, params: deviceId, reply: CausedFaults },
})
