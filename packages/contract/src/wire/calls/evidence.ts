/** Calls of evidence. */

import * as z from 'zod/mini'
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
