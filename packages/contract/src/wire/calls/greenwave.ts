/** Calls that only Greenwave answers: evidence, attempts of controllers to connect, the state of the installation, and faults of the demonstration. */
import * as z from 'zod/mini'
import { ControllerAttempts } from '../attempts.ts'
import { CausedFaults, CauseFaultRequest } from '../demonstration.ts'
import { EvidenceKey } from '../evidence.ts'
import { MAINTENANCE_LETTERS, Maintenance } from '../system.ts'
import { SystemFindings, SystemReport } from '../systemReport.ts'
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

/** Calls for whoever connects a controller. */
export const attemptCalls = defineCalls({
  controllerAttempts: {
    method: 'GET',
    path: '/api/greenwave/device/:deviceId/attempts',
    params: deviceId,
    reply: ControllerAttempts,
  },
})

/** How many photos, and what they take of the room for images. */
const PhotoSum = z.object({ count: z.number(), bytes: z.number() })

/** Calls about the installation, for administrators. */
export const installationCalls = defineCalls({
  systemReport: { method: 'GET', path: '/api/greenwave/system', reply: SystemReport },
  systemFindings: { method: 'GET', path: '/api/greenwave/system/findings', reply: SystemFindings },
  supportBundle: { method: 'GET', path: '/api/greenwave/system/bundle', replyAs: 'file' },
  startMaintenance: {
    method: 'POST',
    path: '/api/greenwave/system/maintenance',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAINTENANCE_LETTERS)),
      until: z.int(),
    }),
    reply: Maintenance,
    duringMaintenance: true,
  },
  endMaintenance: { method: 'DELETE', path: '/api/greenwave/system/maintenance', duringMaintenance: true },
  unusedPhotos: { method: 'GET', path: '/api/greenwave/photos/unused', reply: PhotoSum },
  deleteUnusedPhotos: { method: 'DELETE', path: '/api/greenwave/photos/unused', reply: PhotoSum },
})

const path = '/api/greenwave/demonstration/device/:deviceId/faults'

export const demonstrationCalls = defineCalls({
  causedFaults: { method: 'GET', path, params: deviceId, reply: CausedFaults },
  causeFault: { method: 'POST', path, params: deviceId, body: CauseFaultRequest, reply: CausedFaults },
  endFaults: { method: 'DELETE', path, params: deviceId, reply: CausedFaults },
})
