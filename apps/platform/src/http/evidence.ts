import { evidenceFileName } from '@greenwave/evidence/manifest'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { createEvidence, evidenceKeyOf, evidenceSpan } from '../entities/evidence.ts'
import { handlersOf, StreamedAnswer } from './callTypes.ts'
import { parseInteger } from './queryValues.ts'

/** Returns the handlers of the calls of evidence. */
export function evidenceHandlers(deps: EntityDeps) {
  const evidence = createEvidence(deps)
  return handlersOf({
    evidence: ({ params, query, principal, reach, gone }) => {
      const device = reach.device(params.deviceId)
      const span = evidenceSpan(parseInteger(query, 'startTs'), parseInteger(query, 'endTs'), deps.access.now())
      const name = evidenceFileName(device.name, span.fromMs)
      return new StreamedAnswer(evidence.pieces(principal, device, span, gone), { name, type: 'application/zip' })
    },
    evidenceKey: () => evidenceKeyOf(deps),
  })
}
